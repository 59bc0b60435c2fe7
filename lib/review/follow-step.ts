/** Ticks a step of a runbook, about a run, an action or an incident, or takes the tick back. It presses nothing. */

import { type Applied, type CommandAnswer, command } from "@/lib/engine/command";
import type { Operator } from "@/lib/engine/command-store";
import type { ReviewEngine } from "./review-engine";
import type { Runbook } from "./runbook";
import { stepIdentity } from "./runbook-blocks";
import type { FollowedObject, FollowedStep } from "./runbook-step-store";

export type FollowAsk = {
  runbook: Pick<Runbook, "slug" | "blocks">;
  hash: string;
  object: FollowedObject;
  nonce: string;
  operator: Operator;
};
type Followed = { step: FollowedStep };

export async function followStep(engine: ReviewEngine, ask: FollowAsk): Promise<CommandAnswer<Followed>> {
  if (!(await isThere(engine, ask.object))) return noSuchObject(ask.object);
  const step = stepsOf(engine, ask.runbook).find(({ hash }) => hash === ask.hash);
  return command<Followed>(engine, commandOf("follow", ask, null), async (): Promise<Applied<Followed>> => {
    if (step === undefined) {
      const message = "The runbook was changed meanwhile, and the step you read is not in it any more. Read it again.";
      return { ok: false, code: "changed_since_shown", message };
    }
    const followed = await engine.runbookSteps.follow({
      id: ask.nonce,
      slug: ask.runbook.slug,
      ...step,
      object: ask.object,
      by: ask.operator.name,
    });
    return { ok: true, step: followed, after: { followed: true } };
  });
}

export type UnfollowAsk = {
  slug: string;
  /** The tick to take back. */
  followedId: string;
  object: FollowedObject;
  nonce: string;
  operator: Operator;
};

export async function unfollowStep(engine: ReviewEngine, ask: UnfollowAsk): Promise<CommandAnswer<Followed>> {
  const tick = await engine.runbookSteps.find(ask.followedId);
  if (tick === null || tick.object.id !== ask.object.id || tick.object.kind !== ask.object.kind) {
    return { ok: false, code: "tick_not_found", message: "There is no such tick." };
  }
  const { slug, hash } = tick;
  return command<Followed>(engine, commandOf("unfollow", { ...ask, runbook: { slug }, hash }, tick), async () => {
    const undone = await engine.runbookSteps.unfollow({ id: tick.id, by: ask.operator.name });
    return { ok: true, step: undone ?? (await engine.runbookSteps.find(tick.id)) ?? tick, after: { followed: false } };
  });
}

/** The steps of a runbook with what they are known by. */
export function stepsOf(
  { hash }: Pick<ReviewEngine, "hash">,
  { blocks }: Pick<Runbook, "blocks">,
): { hash: string; section: string | null; text: string }[] {
  return blocks.flatMap((block) =>
    block.kind === "steps"
      ? block.steps.map((step) => ({
          hash: hash.sha256(stepIdentity(block.section, step)),
          section: block.section,
          text: step.text,
        }))
      : [],
  );
}

async function isThere({ progress, ledger, incidents }: ReviewEngine, { kind, id }: FollowedObject): Promise<boolean> {
  switch (kind) {
    case "run":
      return (await progress.findRun(id)) !== null;
    case "action":
      return (await ledger.findAction(id)) !== null;
    case "incident":
      return (await incidents.find(id)) !== null;
  }
}

const noSuchObject = ({ kind }: FollowedObject) =>
  ({ ok: false, code: `${kind}_not_found`, message: `There is no such ${kind}.` }) as const;

const commandOf = (
  kind: "follow" | "unfollow",
  ask: Pick<FollowAsk, "hash" | "object" | "nonce" | "operator"> & { runbook: { slug: string } },
  before: FollowedStep | null,
) => ({
  nonce: ask.nonce,
  kind,
  objectKind: ask.object.kind,
  objectId: ask.object.id,
  operator: ask.operator,
  reason: null,
  shown: { runbook: ask.runbook.slug, step: ask.hash },
  before: before && { by: before.by, at: before.at },
});
