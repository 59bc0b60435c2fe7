/** Ten ways to break the product that look harmless. A campaign that does not catch each of them proves nothing. */

import type { Cell } from "../cells";
import type { Shape } from "../scenario";

export type Tooth = {
  name: string;
  title: string;
  /** Where it bites. */
  cell: Cell;
  shapes: Shape[];
  /** The invariant that must be seen to be broken: what is noticed by accident is not caught. */
  by: string;
};

export const teeth: Tooth[] = [
  {
    name: "effect_before_row",
    title: "the effect is sent before the action row is committed",
    cell: { fault: "kill", boundary: "B2" },
    shapes: ["refund", "mail"],
    by: "I2",
  },
  {
    name: "no_token_check",
    title: "writes are not compared with the run's token",
    cell: { fault: "partition", boundary: "B10" },
    shapes: ["refund", "mail", "charge"],
    by: "I6",
  },
  {
    name: "clock_before_lock",
    title: "the clock is that of the transaction's begin, before the lock",
    cell: { fault: "lock_wait", boundary: "B9" },
    shapes: ["refund", "mail", "charge"],
    by: "I6",
  },
  {
    name: "unknown_becomes_planned",
    title: "what was in flight when its worker died is taken as not sent",
    cell: { fault: "kill", boundary: "B7" },
    shapes: ["refund", "mail"],
    by: "I11",
  },
  {
    name: "unconditional_complete",
    title: "a run's end is accepted from whoever reports it",
    cell: { fault: "partition", boundary: "B13" },
    shapes: ["refund", "mail", "charge"],
    by: "I6",
  },
  {
    name: "key_with_attempt",
    title: "the business key contains the attempt",
    cell: { fault: "kill", boundary: "B7" },
    shapes: ["refund", "mail", "charge"],
    by: "I5",
  },
  {
    name: "arrays_sorted",
    title: "arrays are sorted before they are hashed",
    cell: { fault: "kill", boundary: "B5" },
    shapes: ["drift"],
    by: "I12",
  },
  {
    name: "approval_without_fingerprint",
    title: "an approval is not bound to the payload that was shown",
    cell: { fault: "kill", boundary: "B11" },
    shapes: ["held_drift"],
    by: "I10",
  },
  {
    name: "sweep_by_creation",
    title: "runs are taken over by their age instead of by their expired lease",
    cell: { fault: "stop", boundary: "B5" },
    shapes: ["refund", "mail", "charge"],
    by: "I6",
  },
  {
    name: "cursor_in_milliseconds",
    title: "lists are paged by milliseconds",
    cell: { fault: "kill", boundary: "B2" },
    shapes: ["refund", "mail"],
    by: "I13",
  },
];
