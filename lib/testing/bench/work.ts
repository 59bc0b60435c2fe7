/** The same work on both sides: three results of 2 kB and two calls. */

/** Looks like a result of a step, and has 2 kB as JSON. */
export const result = (step: string, run: string): { step: string; run: string; text: string } => {
  const bare = { step, run, text: "" };
  return { ...bare, text: "x".repeat(Math.max(0, 2_048 - JSON.stringify(bare).length)) };
};

export const computedSteps = ["read-ticket", "fetch-history", "recommend"] as const;
export const sentActions = ["crm.note", "queue.escalate"] as const;

export const payload = (object: string): { object: string; text: string } => ({ object, text: "y".repeat(200) });
