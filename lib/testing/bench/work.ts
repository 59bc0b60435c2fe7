/** The same work on both sides: three results of 2 kB and two calls. */

import { randomBytes } from "node:crypto";

/** Looks like a result of a step, and has 2 kB as JSON. */
export const result = (step: string, run: string): { step: string; run: string; text: string } => {
  const bare = { step, run, text: "" };
  return { ...bare, text: text.slice(0, Math.max(0, 2_048 - JSON.stringify(bare).length)) };
};

/** Random letters: a text of one letter would be compressed to nothing, on both sides. */
const text = randomBytes(2_048).toString("base64");

export const computedSteps = ["read-ticket", "fetch-history", "recommend"] as const;
export const sentActions = ["crm.note", "queue.escalate"] as const;

export const payload = (object: string): { object: string; text: string } => ({ object, text: text.slice(-200) });
