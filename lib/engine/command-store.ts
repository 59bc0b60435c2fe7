/**
 * Operator commands are a ledger of their own: a nonce per click, who, role, what was shown, reason, and how it ended.
 * "Accepted" is never shown as success.
 */

import type { Page } from "@/lib/progress/store";
import type { Role } from "@/lib/progress/validation";

/** `id` is the person, whatever session or key it comes through. */
export type Operator = { id: string; name: string; role: Role; email?: string };

export const engineCommandKinds = [
  "resume",
  "cancel",
  "check",
  "settle",
  "confirm",
  "decide",
  "keep",
  "revise",
  "second",
  "hold",
  "release",
  "accept",
  "supersede",
  "reopen",
] as const;
/** Of the review, which stands on the engine: about incidents, then about a week. */
export const reviewCommandKinds = [
  "report",
  "tend",
  "classify",
  "edit",
  "agree",
  "drop",
  "mark",
  "freeze",
  "amend",
  "follow",
  "unfollow",
] as const;
/** Of who may come in. */
export const accessCommandKinds = ["make_key", "rotate_key", "revoke_key"] as const;
export const commandKinds = [...engineCommandKinds, ...reviewCommandKinds, ...accessCommandKinds] as const;
export type CommandKind = (typeof commandKinds)[number];
/** Ticks in runbooks: they move nothing, and are shown with the runbook. */
export const tickKinds: readonly CommandKind[] = ["follow", "unfollow"];
/** They tell nothing of runs and actions. */
export const besideKinds: readonly CommandKind[] = [...tickKinds, ...accessCommandKinds];

export type CommandState = "accepted" | "applied" | "no_effect" | "refused";

export type Command = {
  id: string;
  kind: CommandKind;
  objectKind: "run" | "action" | "validation" | "destination" | "review" | "incident" | "api_key";
  /** A uuid, the name of a destination, or the week of a review. */
  objectId: string;
  by: string;
  role: Role;
  reason: string | null;
  shown: unknown;
  before: unknown;
  after: unknown;
  state: CommandState;
  answer: unknown;
  observed: string | null;
  at: number;
};

export type NewCommand = Pick<
  Command,
  "id" | "kind" | "objectKind" | "objectId" | "by" | "role" | "reason" | "shown" | "before"
>;

/** The port behind which commands are kept. */
export interface CommandStore {
  accept(command: NewCommand): Promise<{ accepted: true } | { accepted: false; earlier: Command }>;
  finish(id: string, end: { state: Exclude<CommandState, "accepted">; answer: unknown; after: unknown }): Promise<void>;
  observe(id: string, text: string): Promise<void>;
  /** Newest first. */
  listByObject(objectId: string): Promise<Command[]>;
  /** Newest first, since `from`, without kinds that are `except`ed. */
  listRecent(ask: { from: number; limit: number; except?: readonly CommandKind[] }): Promise<Command[]>;
  /** Answered ones from before `before`, the oldest first. */
  listEnded(ask: { before: number; cursor?: string; pageSize: number }): Promise<Page<Command>>;
  /** Returns how many of these were there and had been answered. */
  remove(ids: string[]): Promise<number>;
  getMark(name: string): Promise<unknown>;
  setMark(name: string, value: unknown): Promise<void>;
}
