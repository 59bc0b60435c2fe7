/**
 * The port behind which reviews are kept: one per week, whatever restarts, in versions of which at most the newest is a
 * draft. A frozen one never changes again. Times are on the clock of progress.
 */

import type { Decision } from "./decision";
import type { Review, ReviewContent } from "./review";

/**
 * A draft as somebody saw it; what changed since is not overwritten. `click` names the change: a second time with the same
 * one it was made already, whatever came after it.
 */
export type SeenDraft = { click: string; week: string; version: number; revision: number };

export type AddDecisionResult =
  | { added: true; decision: Decision }
  | { added: false; why: "review_not_found" | "review_frozen" | "decisions_full" };

export interface ReviewStore {
  /** Makes the first version if the week has none; of many at once one makes it. Gives the newest version. */
  open(ask: { id: string; week: string }): Promise<{ review: Review; made: boolean }>;
  /** All versions, newest first. */
  listVersions(week: string): Promise<Review[]>;
  /** What was frozen; null of a draft, and of what is not there. */
  readSnapshot(week: string, version: number): Promise<ReviewContent | null>;
  /** The newest version of each week, newest week first. */
  listWeeks(limit: number): Promise<Review[]>;

  /** Null gives the place back to the paragraph made from the figures. False when it is no draft, or was changed. */
  setParagraph(ask: SeenDraft & { paragraph: string | null; by: string }): Promise<boolean>;
  freeze(ask: SeenDraft & { snapshot: ReviewContent; by: string }): Promise<boolean>;
  /**
   * A draft after this frozen version, with its paragraph; a second time with the same id it is the same one. False when
   * that version is not the newest one, or is a draft.
   */
  amend(ask: { id: string; week: string; version: number; note: string }): Promise<boolean>;

  /** At most three per week, and none for a frozen review. The same id a second time is the same decision. */
  addDecision(
    decision: Pick<Decision, "id" | "week" | "what" | "owner" | "due" | "reduces" | "decidedBy">,
  ): Promise<AddDecisionResult>;
  findDecision(id: string): Promise<Decision | null>;
  /** False when there is none, or its review is frozen; a second time with the same click it is gone already. */
  dropDecision(ask: { id: string; week: string; click: string }): Promise<boolean>;
  /** Also after the freeze. False when there is none, or it was so already. */
  markDecision(ask: { id: string; done: boolean; by: string }): Promise<boolean>;
  /** Of the weeks from..to, both included, oldest first; ISO weeks sort as text. */
  listDecisions(weeks: { from: string; to: string }): Promise<Decision[]>;
}
