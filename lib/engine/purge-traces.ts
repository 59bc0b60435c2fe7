/**
 * Ends the retention of what runs leave beside their record: consequences that were delivered between the halves,
 * look-ups of final actions, payloads of actions that no run owns, messages, operator commands. Messages and commands outlive whatever they are about, so that
 * nothing is told twice and no run stands there without what people did to it.
 */

import { whyPayloadStays } from "@/lib/ledger/retention";
import type { Page } from "@/lib/progress/store";
import { failedForMs } from "./announce";
import type { Command } from "./command-store";
import type { Engine } from "./engine";
import type { Message } from "./message-store";
import type { Retention } from "./purge";

export const traceKinds = ["deliveries", "look_ups", "unowned", "messages", "commands"] as const;
export type TraceKind = (typeof traceKinds)[number];

/** `kept` are old enough, and about something that is not over. */
export type PurgedTraces = { removed: number; kept: number };

type PageAsk = { cursor?: string; pageSize: number; dryRun: boolean };
type PurgedPage = { purged: PurgedTraces; next: string | null };

/** Returns where the next page begins; null after the last one. A dry run counts the same and removes nothing. */
export async function purgeTraces(
  engine: Engine,
  kind: TraceKind,
  retention: Retention,
  ask: PageAsk,
): Promise<PurgedPage> {
  const { progress, ledger, messages, commands } = engine;
  const now = await progress.now();
  const before = now - retention.payloadMs;
  const rest = { before, limit: ask.pageSize, dryRun: ask.dryRun };
  switch (kind) {
    case "deliveries": {
      const removed = [await progress.removeDelivered(rest), await ledger.removeDelivered(rest)];
      return { purged: { removed: sum(removed), kept: 0 }, next: hasMore(removed, ask) };
    }
    case "look_ups": {
      const removed = [await ledger.removeLookUps(rest)];
      return { purged: { removed: sum(removed), kept: 0 }, next: hasMore(removed, ask) };
    }
    case "unowned":
      return purgeUnowned(engine, before, ask);
    case "messages": {
      // A failed run is looked at for so long, and would be told again.
      const told = Math.min(before, now - failedForMs);
      const page = await messages.listEnded({ before: told, ...ask });
      return removeOver(engine, page, told, ask.dryRun ? null : messages.remove);
    }
    case "commands": {
      const done = now - retention.recordMs;
      const page = await commands.listEnded({ before: done, ...ask });
      return removeOver(engine, page, done, ask.dryRun ? null : commands.remove);
    }
  }
}

/**
 * Payloads and stored answers of actions that no run owns. Their keys stay: whoever asks for the same, however much later,
 * is answered by them.
 */
async function purgeUnowned(engine: Engine, before: number, { dryRun, ...page }: PageAsk): Promise<PurgedPage> {
  const { rows, next } = await engine.ledger.listActions({ unowned: true, to: before, ...page });
  const records = await engine.ledger.readActions(rows.map(({ action }) => action.id));
  const spent = records.filter((record) => whyPayloadStays(record, before) === null);
  const asked = spent.map(({ action: { id, version } }) => ({ id, version }));
  const removed = dryRun || asked.length === 0 ? asked.length : await engine.ledger.purgePayloads(asked);
  return { purged: { removed, kept: records.length - removed }, next };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const hasMore = (removed: readonly number[], { pageSize, dryRun }: PageAsk): string | null =>
  !dryRun && removed.some((count) => count === pageSize) ? "more" : null;

async function removeOver(
  engine: Engine,
  page: Page<Message | Command>,
  before: number,
  remove: ((ids: string[]) => Promise<number>) | null,
): Promise<PurgedPage> {
  const known = new Map<string, Promise<boolean>>();
  const ids: string[] = [];
  for (const about of page.rows) {
    const over = known.get(about.objectId) ?? isOver(engine, about, before);
    known.set(about.objectId, over);
    if (await over) ids.push(about.id);
  }
  const removed = remove === null || ids.length === 0 ? ids.length : await remove(ids);
  return { purged: { removed, kept: page.rows.length - ids.length }, next: page.next };
}

/** What is gone is over. Destinations, reviews, incidents and keys never are: what was pressed there is kept for its time alone. */
async function isOver(
  engine: Engine,
  { objectKind, objectId }: Pick<Command, "objectKind" | "objectId">,
  before: number,
): Promise<boolean> {
  switch (objectKind) {
    case "destination":
    case "review":
    case "incident":
    case "api_key":
      return true;
    case "run":
      return isRunOver(engine, objectId, before);
    case "validation": {
      const validation = await engine.progress.findValidation(objectId);
      return validation === null || isRunOver(engine, validation.runId, before);
    }
    case "action": {
      const action = await engine.ledger.findAction(objectId);
      if (action === null) return true;
      if (action.state === "unknown" || action.state === "sending") return false;
      return action.runId === null ? action.createdAt < before : isRunOver(engine, action.runId, before);
    }
  }
}

async function isRunOver(engine: Engine, runId: string, before: number): Promise<boolean> {
  const run = await engine.progress.findRun(runId);
  return run === null || (run.endedAt !== null && run.endedAt < before);
}
