/** The oracle: the outside world's own log, read past the product. What it did not write down did not happen. */

import { expect } from "@playwright/test";
import { worldClient } from "@/lib/demo/world/client";
import { worldUrl } from "./product";

export type Effects = { modelCalls: number; notes: number; messages: number };

/** What the outside world did for a ticket, all its runs together. */
export async function effectsOf(ticketId: string): Promise<Effects> {
  const counts = await worldClient(worldUrl()).counts(ticketId);
  return { modelCalls: counts["model.call"], notes: counts["crm.note"], messages: counts["queue.message"] };
}

/** Call it when the screen shows the end: what should not be there must not come later either. */
export async function expectEffects(ticketId: string, expected: Effects): Promise<void> {
  expect(await effectsOf(ticketId), `what the outside world did for ${ticketId}`).toEqual(expected);
}
