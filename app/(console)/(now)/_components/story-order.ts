/** What has stood for days was seen before: whoever is woken at night reads first what is of this day. */

import type { VerdictKind } from "@/lib/ledger/verdict";

const oldAfterMs = 24 * 60 * 60 * 1000;

export const isOfOld = (since: number | null, now: number): boolean => since !== null && now - since > oldAfterMs;

type Stopped = {
  answers: { stopped: { since: number }; attempted: { byState: { unknown?: number } } };
  ledger: readonly { verdict: { kind: VerdictKind } }[];
};

/** In each group what came first stays first. What is unknown, or may have happened twice, outranks what failed. */
export function storyOrder<Story extends Stopped>(
  stories: readonly Story[],
  now: number,
): { unknown: Story[]; stopped: Story[]; old: Story[] } {
  const isOld = (story: Story) => isOfOld(story.answers.stopped.since, now);
  const isUnknown = ({ answers, ledger }: Story) =>
    Boolean(answers.attempted.byState.unknown) || ledger.some(({ verdict }) => verdict.kind === "incident");
  const unknownFirst = (list: Story[]) => [...list.filter(isUnknown), ...list.filter((story) => !isUnknown(story))];
  const fresh = stories.filter((story) => !isOld(story));
  return {
    unknown: fresh.filter(isUnknown),
    stopped: fresh.filter((story) => !isUnknown(story)),
    old: unknownFirst(stories.filter(isOld)),
  };
}
