// The support agent as it is usually written: no checkpoints, no ledger, and a wrapper that retries whatever fails.
// It exists to be compared with. Nothing here is wrong at first sight, which is the point:
// when a reply is lost, the retry writes a second note, and nobody is told.

import { setTimeout as wait } from "node:timers/promises";
import { worldClient } from "./world/client";
import { CustomerHistory } from "./world/customers";
import { Draft } from "./world/model";
import { Ticket } from "./world/tickets";

export interface BlindAgentOptions {
  worldUrl: string;
  ticketId: string;
  /** Told what happens, one readable line at a time. */
  onLine?: (line: string) => void;
  timeoutMs?: number;
  sleep?: (ms: number) => Promise<void>;
}

export interface BlindCall {
  name: string;
  tries: number;
  /** One text per failed try. */
  errors: string[];
  succeeded: boolean;
}

export interface BlindResult {
  ticketId: string;
  finished: boolean;
  calls: BlindCall[];
  /** Effects this ticket gained in the outside world's log while the agent was at work. */
  notes: number;
  messages: number;
  modelCalls: number;
}

const TRIES_MAX = 3;
const TIMEOUT_MS = 2_000;
const PAUSE_MS = 250;

class GaveUp extends Error {}

/** Never rejects because a call failed: that is a result. Rejects only when the world's log cannot be read. */
export async function runBlindAgent(options: BlindAgentOptions): Promise<BlindResult> {
  const { worldUrl, ticketId, onLine = () => {} } = options;
  const world = worldClient(worldUrl);
  const before = await world.counts(ticketId);
  const calls: BlindCall[] = [];
  const finished = await handleTicket(ticketId, retrying(options, calls)).then(
    () => true,
    (error: unknown) => {
      if (error instanceof GaveUp) return false;
      throw error;
    },
  );
  const after = await world.counts(ticketId);
  const notes = after["crm.note"] - before["crm.note"];
  const messages = after["queue.message"] - before["queue.message"];
  const modelCalls = after["model.call"] - before["model.call"];
  onLine(
    `${finished ? "Done" : "Gave up"}. In the outside world: notes ${notes}, messages ${messages}, model calls ${modelCalls}.`,
  );
  return { ticketId, finished, calls, notes, messages, modelCalls };
}

type Request = (name: string, path: string, body?: unknown) => Promise<unknown>;

async function handleTicket(ticketId: string, request: Request): Promise<void> {
  const ticket = Ticket.parse(await request("read-ticket", `/desk/tickets/${encodeURIComponent(ticketId)}`));
  const { customerId, priority } = ticket;
  const history = CustomerHistory.parse(await request("fetch-history", `/crm/customers/${customerId}/history`));
  const draft = Draft.parse(await request("recommend", "/model/drafts", { ticket, history }));
  await request("crm-note", "/crm/notes", { customerId, ticketId, text: draft.text });
  await request("queue-message", "/queue/messages", {
    ticketId,
    customerId,
    urgency: priority,
    text: draft.escalation,
  });
}

function retrying(
  { worldUrl, onLine = () => {}, timeoutMs = TIMEOUT_MS, sleep = wait }: BlindAgentOptions,
  calls: BlindCall[],
): Request {
  return async (name, path, body) => {
    const call: BlindCall = { name, tries: 0, errors: [], succeeded: false };
    calls.push(call);
    while (call.tries < TRIES_MAX) {
      if (call.tries > 0) await sleep(PAUSE_MS);
      call.tries += 1;
      try {
        const answer = await send(new URL(path, worldUrl), timeoutMs, body);
        call.succeeded = true;
        onLine(`${name}: try ${call.tries} succeeded`);
        return answer;
      } catch (error) {
        const reason = reasonOf(error);
        call.errors.push(reason);
        onLine(`${name}: try ${call.tries} failed (${reason})${call.tries < TRIES_MAX ? ", trying again" : ""}`);
      }
    }
    throw new GaveUp(name);
  };
}

async function send(url: URL, timeoutMs: number, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(timeoutMs),
    ...(body === undefined
      ? {}
      : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.json();
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "no answer in time";
  // `fetch` says only "fetch failed"; what happened is in its cause.
  return error.cause instanceof Error ? error.cause.message : error.message;
}
