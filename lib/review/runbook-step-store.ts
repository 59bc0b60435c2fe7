/**
 * The port behind which it is kept who followed which step of a runbook, about what, and when. A step is kept with its
 * words; a tick that was taken back stays as such.
 */

export const followedKinds = ["run", "action", "incident"] as const;
export type FollowedObject = { kind: (typeof followedKinds)[number]; id: string };

export type FollowedStep = {
  /** The nonce of the click. */
  id: string;
  slug: string;
  hash: string;
  section: string | null;
  text: string;
  object: FollowedObject;
  by: string;
  at: number;
  /** Taken back. */
  undone: { by: string; at: number } | null;
};

export type RunbookUse = { slug: string; objects: number; lastAt: number };

export interface RunbookStepStore {
  /** Of one object a step stands once: whoever ticks it second gets the first one's. */
  follow(step: Omit<FollowedStep, "at" | "undone">): Promise<FollowedStep>;
  /** Null when there is no such tick, or it was taken back already. */
  unfollow(ask: { id: string; by: string }): Promise<FollowedStep | null>;
  find(id: string): Promise<FollowedStep | null>;
  /** Oldest first, those taken back included. */
  list(object: FollowedObject): Promise<FollowedStep[]>;
  /** By runbook: about how many objects it was followed, and when last. */
  uses(): Promise<RunbookUse[]>;
}
