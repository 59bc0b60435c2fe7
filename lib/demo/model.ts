/** The language model that drafts a recommendation. Slow, and each call costs money. */

import type { StepContext } from "@/lib/sdk/run";
import { askJson } from "./ask-json";
import type { CustomerHistory } from "./world/customers";
import { Completion, type CompletionInput, Draft } from "./world/model";
import type { Ticket } from "./world/tickets";
import { worldUrl } from "./world-url";

export async function draftAnswer(
  ticket: Ticket,
  history: CustomerHistory,
  { signal, meter }: Pick<StepContext, "signal" | "meter">,
): Promise<Draft> {
  const draft = await askJson(Draft, `${worldUrl()}/model/drafts`, { json: { ticket, history }, signal });
  meter.add({ tokens: draft.tokensIn + draft.tokensOut, costUsd: draft.costUsd });
  return draft;
}

export async function complete(
  prompt: CompletionInput,
  { signal, meter }: Pick<StepContext, "signal" | "meter">,
): Promise<string> {
  const done = await askJson(Completion, `${worldUrl()}/model/completions`, { json: prompt, signal });
  meter.add({ tokens: done.tokensIn + done.tokensOut, costUsd: done.costUsd });
  return done.text;
}
