// The world's memory: an append-only file, one JSON line per executed effect, on disk before the caller is answered.
// Every system rebuilds its state from it, so what the log says and what the systems know cannot differ.

import { appendFileSync, closeSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { z } from "zod";
import { type Counts, LogEntry, LoggedKind, type LogPage, type LogQuery } from "./contract";

export type NewEntry = Omit<LogEntry, "seq" | "at">;

/** Opens or creates the file. Throws when a complete line cannot be read, naming the line; nothing is dropped silently. */
export function openEffectLog(path: string) {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "a+");
  const entries = readEntries(path, file);
  const byObject = new Map<string, LogEntry[]>();
  const followers: Array<(entry: LogEntry) => void> = [];
  let closed = false;
  for (const entry of entries) index(entry);

  function index(entry: LogEntry): void {
    const sameObject = byObject.get(entry.object);
    if (sameObject) sameObject.push(entry);
    else byObject.set(entry.object, [entry]);
  }

  const nextSeq = () => (entries.at(-1)?.seq ?? 0) + 1;
  const select = (object: string | undefined) => (object === undefined ? entries : (byObject.get(object) ?? []));

  return {
    nextSeq,

    append(entry: NewEntry, at: Date): LogEntry {
      const stored: LogEntry = { seq: nextSeq(), at: at.toISOString(), ...entry };
      // After close the number may belong to another file; a request that is still under way must not write there.
      if (closed) throw new Error("the world's log is closed");
      appendFileSync(file, `${JSON.stringify(stored)}\n`);
      fsyncSync(file);
      entries.push(stored);
      index(stored);
      for (const follow of followers) follow(stored);
      return stored;
    },

    /** Calls `follow` for every past entry at once and for every later one as it is written. */
    follow(follow: (entry: LogEntry) => void): void {
      for (const entry of entries) follow(entry);
      followers.push(follow);
    },

    page({ after, object, limit }: z.output<typeof LogQuery>): LogPage {
      const selected = select(object);
      const shown =
        after === undefined ? selected.slice(-limit) : selected.filter((entry) => entry.seq > after).slice(0, limit);
      return { entries: shown, lastSeq: nextSeq() - 1, counts: count(selected) };
    },

    counts: (object: string | undefined): Counts => count(select(object)),

    close(): void {
      if (closed) return;
      closed = true;
      closeSync(file);
    },
  };
}

export type EffectLog = ReturnType<typeof openEffectLog>;

function count(entries: readonly LogEntry[]): Counts {
  // Each kind is there, so it is a whole record.
  const counts = Object.fromEntries(LoggedKind.options.map((kind) => [kind, 0])) as Counts;
  for (const entry of entries) counts[entry.kind] += 1;
  return counts;
}

// A kill in the middle of a write leaves a last line without its end. Nobody was told of that effect, so it is cut off.
function readEntries(path: string, file: number): LogEntry[] {
  const bytes = readFileSync(path);
  const complete = bytes.lastIndexOf("\n") + 1;
  if (complete < bytes.length) ftruncateSync(file, complete);
  const lines = bytes.subarray(0, complete).toString("utf8").split("\n").slice(0, -1);
  return lines.map((line, position) => {
    try {
      return LogEntry.parse(JSON.parse(line));
    } catch (cause) {
      throw new Error(`${path}, line ${position + 1} is not an entry of the world's log`, { cause });
    }
  });
}
