/**
 * Notices what is worth a message, by polling each half apart, and records it once. Any number of processes may look at
 * once. Each look is bounded: it reads the newest rows, and goes on with the older ones where the last look ended.
 */

import type { Page } from "@/lib/progress/store";
import type { Engine } from "./engine";
import {
  nameOfRun,
  type Occasion,
  occasionsOfAction,
  occasionsOfDispute,
  occasionsOfRun,
  occasionsOfValidation,
} from "./occasions";

/** How far the looks of one process have come, by source; kept by whoever looks again and again. */
export type Looked = { cursors: Map<string, string | null>; known: Set<string> };
export const nothingLooked = (): Looked => ({ cursors: new Map(), known: new Set() });

const pageSizeDefault = 200;
/** Beyond the newest page, per source and look. */
const furtherPagesMax = 4;
/** Enough to hold everything that is open at a bad time; forgetting only costs inserts that find their row there. */
const knownMax = 20_000;
/** A failed run that nobody resumed for so long is history. */
export const failedForMs = 7 * 24 * 60 * 60 * 1000;
/** When the webhook was set up: what happened before is on the console, and not told. */
const sinceMark = "webhook since";

/** Returns how many messages are new. */
export async function announce(
  engine: Engine,
  looked: Looked,
  pageSize = pageSizeDefault,
  further: readonly Source[] = [],
): Promise<number> {
  const now = await engine.progress.now();
  const since = await sinceWhen(engine, now);
  const found: Occasion[] = [];
  for (const [name, read] of [...sources(engine, now, pageSize), ...further])
    found.push(...(await look(name, read, looked)));
  const fresh = found.filter((occasion) => occasion.at >= since && !looked.known.has(key(occasion)));
  if (fresh.length === 0) return 0;
  const named = await Promise.all(fresh.map((occasion) => nameByRun(engine, occasion)));
  const recorded = await engine.messages.record(named.map((occasion) => ({ id: engine.newId(), ...occasion })));
  if (looked.known.size + fresh.length > knownMax) looked.known.clear();
  for (const occasion of fresh) looked.known.add(key(occasion));
  return recorded;
}

type ReadPage = (cursor: string | undefined) => Promise<Page<Occasion[]>>;
/** What is looked at, by name, newest first. */
export type Source = [name: string, read: ReadPage];

function sources(engine: Engine, now: number, pageSize: number): Source[] {
  const { progress, ledger } = engine;
  const rowsOf = <T>({ rows, next }: Page<T>, occasions: (row: T) => Occasion[]) => ({
    rows: rows.map(occasions),
    next,
  });
  return [
    [
      "stopped",
      async (cursor) =>
        rowsOf(await progress.listRuns({ states: ["interrupted", "blocked"], cursor, pageSize }), occasionsOfRun),
    ],
    [
      "failed",
      async (cursor) =>
        rowsOf(
          await progress.listRuns({ states: ["failed"], from: now - failedForMs, cursor, pageSize }),
          occasionsOfRun,
        ),
    ],
    [
      "unknown",
      async (cursor) =>
        rowsOf(await ledger.listActions({ states: ["unknown"], cursor, pageSize }), (row) =>
          occasionsOfAction(row, now),
        ),
    ],
    [
      "contradicted",
      async (cursor) => rowsOf(await ledger.listActions({ disputed: true, cursor, pageSize }), occasionsOfDispute),
    ],
    [
      "asked",
      async (cursor) =>
        rowsOf(await progress.listValidations({ states: ["pending"], cursor, pageSize }), (row) =>
          occasionsOfValidation(row, now),
        ),
    ],
  ];
}

async function look(name: string, read: ReadPage, { cursors }: Looked): Promise<Occasion[]> {
  const newest = await read(undefined);
  const found = newest.rows.flat();
  let next = cursors.get(name) ?? newest.next;
  for (let page = 0; page < furtherPagesMax && next !== null; page++) {
    const further = await read(next);
    found.push(...further.rows.flat());
    next = further.next;
  }
  cursors.set(name, next);
  return found;
}

/** People know a question by what its run is about; the step that asks it is called "approval" in most workflows. */
async function nameByRun({ progress }: Engine, occasion: Occasion): Promise<Occasion> {
  if (occasion.objectKind !== "validation") return occasion;
  const validation = await progress.findValidation(occasion.objectId);
  const run = validation && (await progress.findRun(validation.runId));
  return run ? { ...occasion, name: nameOfRun(run) } : occasion;
}

async function sinceWhen(engine: Engine, now: number): Promise<number> {
  const mark = await engine.commands.getMark(sinceMark);
  if (typeof mark === "number") return mark;
  await engine.commands.setMark(sinceMark, now);
  return now;
}

const key = ({ event, objectId, occasion }: Occasion): string => `${event} ${objectId} ${occasion}`;
