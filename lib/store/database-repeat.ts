/**
 * A connection that is lost while a statement runs leaves open whether it committed. The verbs behind the ports take
 * ids made by the client and answer a repeat as the first time, so the way to find out is to ask again.
 */

import { setTimeout as pause } from "node:timers/promises";
import { silentCode } from "./database-socket";

/**
 * How postgres.js, Node and a server that is going down say that the connection is gone. And where Postgres undid the
 * whole statement: to end a deadlock (40P01), which calls of many runs in one statement cannot rule out, or because it
 * waited for too long (57014).
 */
const lostCodes = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  silentCode,
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "57P01",
  "57P02",
  "57P03",
  "57014",
  "40P01",
]);
/** A restarted server or pooler is back within a second or so; longer than that is the caller's matter. */
const pausesMs = [50, 250, 1000];
/** Each try may take as long as a statement may; nobody waits for all of them where that is long. */
const patienceMs = 15_000;

/** Only for statements that are applied once however often they are sent. */
export async function repeatWhenLost<T>(ask: () => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  for (const pauseMs of pausesMs) {
    try {
      return await ask();
    } catch (error) {
      const isLost = lostCodes.has(String((error as { code?: unknown }).code));
      if (!isLost || performance.now() - startedMs > patienceMs) throw error;
      await pause(pauseMs);
    }
  }
  return ask();
}
