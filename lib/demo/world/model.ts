// The language model, played by a template: the same ticket and history always give the same text.
// A call is logged when it starts, since it is paid for even if nobody waits for the answer.

import { z } from "zod";
import { type Answer, created } from "./answer";
import { BusinessObject } from "./contract";
import { CustomerHistory } from "./customers";
import type { EffectLog } from "./effect-log";
import { Ticket, topicOf } from "./tickets";

export const DraftInput = z.object({
  ticket: Ticket.pick({ id: true, subject: true, body: true, priority: true }),
  history: CustomerHistory.pick({ company: true, plan: true, accountManager: true, events: true }),
});
export type DraftInput = z.infer<typeof DraftInput>;

export const Draft = z.object({
  id: z.string(),
  ticketId: z.string(),
  model: z.string(),
  /** For the CRM note. */
  text: z.string(),
  /** For the people behind the escalation queue. */
  escalation: z.string(),
  tokensIn: z.int(),
  tokensOut: z.int(),
  costUsd: z.number(),
});
export type Draft = z.infer<typeof Draft>;

/** A prompt of any agent; the larger kind reads all the documents it was given. */
export const CompletionInput = z.object({
  object: BusinessObject,
  task: z.string().min(1).max(100),
  text: z.string().max(20_000),
  effort: z.enum(["small", "large"]).default("small"),
});
export type CompletionInput = z.input<typeof CompletionInput>;

export const Completion = z.object({
  id: z.string(),
  text: z.string(),
  tokensIn: z.int(),
  tokensOut: z.int(),
  costUsd: z.number(),
});
export type Completion = z.infer<typeof Completion>;

// The order of magnitude of a mid-size model's price in 2025.
const USD_PER_TOKEN_IN = 3 / 1_000_000;
const USD_PER_TOKEN_OUT = 15 / 1_000_000;
const CHARACTERS_PER_TOKEN = 4;
// Instructions and product manual, sent along with every ticket.
const PROMPT_TOKENS = 6_200;
const COMPLETION_TOKENS = { small: { in: 3_400, out: 420 }, large: { in: 88_000, out: 2_900 } } as const;

export function createModel(log: EffectLog, now: () => Date) {
  return {
    draft(input: DraftInput, key: string | null): Answer {
      const { text, escalation } = write(input);
      const tokensIn = PROMPT_TOKENS + tokensOf(JSON.stringify(input));
      const tokensOut = tokensOf(text + escalation);
      const costUsd = costOf(tokensIn, tokensOut);
      const ticketId = input.ticket.id;
      const id = `D-${log.nextSeq()}`;
      const draft: Draft = { id, ticketId, model: "support-writer-2", text, escalation, tokensIn, tokensOut, costUsd };
      const summary = `Draft for ${ticketId}: ${tokensIn + tokensOut} tokens, ${costUsd.toFixed(4)} USD`;
      const body = { id, tokensIn, tokensOut, costUsd };
      log.append({ system: "model", kind: "model.call", object: ticketId, key, marker: null, summary, body }, now());
      return created(draft);
    },

    complete({ object, task, text, effort }: z.output<typeof CompletionInput>, key: string | null): Answer {
      const id = `D-${log.nextSeq()}`;
      const tokensIn = COMPLETION_TOKENS[effort].in + tokensOf(text);
      const tokensOut = COMPLETION_TOKENS[effort].out;
      const costUsd = costOf(tokensIn, tokensOut);
      const answer = `${task}: ${text.slice(0, 120)}`;
      const completion: Completion = { id, text: answer, tokensIn, tokensOut, costUsd };
      const summary = `${task} for ${object}: ${tokensIn + tokensOut} tokens, ${costUsd.toFixed(4)} USD`;
      const body = { id, tokensIn, tokensOut, costUsd };
      log.append({ system: "model", kind: "model.call", object, key, marker: null, summary, body }, now());
      return created(completion);
    },
  };
}

function write({ ticket, history }: DraftInput): { text: string; escalation: string } {
  const latest = history.events.at(-1);
  const text = [
    `${history.company} (${history.plan}) writes: ${ticket.subject}.`,
    `Recommendation: ${topicOf(ticket.id).advice}`,
    latest ? `Worth knowing: ${latest.text} (${latest.on})` : "Nothing of note in the customer's history.",
    `Account manager: ${history.accountManager}. Priority as filed: ${ticket.priority}.`,
  ].join("\n\n");
  const escalation = `${ticket.id}, ${history.company}, ${ticket.priority}: ${ticket.subject}. Please take over with ${history.accountManager}.`;
  return { text, escalation };
}

const costOf = (tokensIn: number, tokensOut: number): number =>
  Number((tokensIn * USD_PER_TOKEN_IN + tokensOut * USD_PER_TOKEN_OUT).toFixed(6));

const tokensOf = (text: string) => Math.ceil(text.length / CHARACTERS_PER_TOKEN);
