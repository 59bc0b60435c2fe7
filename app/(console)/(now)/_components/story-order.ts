/** What has stood for days was seen before: whoever is woken at night reads first what is of this day. */

const oldAfterMs = 24 * 60 * 60 * 1000;

type Stopped = { answers: { stopped: { since: number }; attempted: { byState: { unknown?: number } } } };

/** In each group what came first stays first. What is unknown outranks what failed. */
export function storyOrder<Story extends Stopped>(
  stories: readonly Story[],
  now: number,
): { unknown: Story[]; stopped: Story[]; old: Story[] } {
  const isOld = (story: Story) => now - story.answers.stopped.since > oldAfterMs;
  const isUnknown = (story: Story) => Boolean(story.answers.attempted.byState.unknown);
  const unknownFirst = (list: Story[]) => [...list.filter(isUnknown), ...list.filter((story) => !isUnknown(story))];
  const fresh = stories.filter((story) => !isOld(story));
  return {
    unknown: fresh.filter(isUnknown),
    stopped: fresh.filter((story) => !isUnknown(story)),
    old: unknownFirst(stories.filter(isOld)),
  };
}
