"use client";

import { useNow } from "./clock";

/**
 * The present on the server's clock, counting on between two reads: deadlines and verdicts are judged there, and the
 * reader's clock may be wrong.
 */
export function useServerNow(serverNow: number, readAt: number): number {
  const local = useNow(1_000);
  return local === null ? serverNow : Math.max(serverNow, serverNow + local - readAt);
}
