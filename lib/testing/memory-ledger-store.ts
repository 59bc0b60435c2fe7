/** The ledger's port in memory, for tests of what stands on it; the conformance suite keeps it equal to Postgres. */

import { randomBytes } from "node:crypto";
import type { LedgerStore } from "@/lib/ledger/store";
import { MemoryLedger } from "./memory-ledger";
import { memoryHotPath } from "./memory-ledger-attempts";
import { memoryDestinations } from "./memory-ledger-destinations";
import { memoryNearMisses } from "./memory-ledger-near-miss";
import { memoryProposals } from "./memory-ledger-proposals";
import { memoryProtection } from "./memory-ledger-protection";
import { memoryPurging } from "./memory-ledger-purge";
import { memoryFigures, memoryGaps, memoryLists, memoryRecords } from "./memory-ledger-reads";
import { memorySeconds } from "./memory-ledger-second";
import { memoryProbes, memorySettling } from "./memory-ledger-settling";
import { memoryTroubles } from "./memory-ledger-troubles";
import { memoryWeekReads } from "./memory-ledger-week";

/** `now` is the ledger's clock, in milliseconds since the epoch. */
export function memoryLedgerStore(now: () => number): LedgerStore {
  const ledger = new MemoryLedger(now);
  return {
    ...memoryHotPath(ledger),
    ...memorySettling(ledger),
    ...memoryNearMisses(ledger),
    ...memorySeconds(ledger),
    ...memoryProposals(ledger),
    ...memoryProbes(ledger),
    ...memoryPurging(ledger),
    ...memoryRecords(ledger),
    ...memoryGaps(ledger),
    ...memoryLists(ledger),
    ...memoryFigures(ledger),
    ...memoryWeekReads(ledger),
    ...memoryProtection(ledger),
    ...memoryDestinations(ledger),
    ...memoryTroubles(ledger),

    now: async () => now(),
    async secret() {
      ledger.secret ??= randomBytes(32).toString("hex");
      return ledger.secret;
    },
    async takeOutbox(limit) {
      const due = ledger.outbox.filter((row) => row.deliveredAt === null && row.nextTryAt <= now()).slice(0, limit);
      for (const row of due) {
        row.nextTryAt = now() + Math.min(300_000, 1_000 * 2 ** Math.min(row.tries, 9));
        row.tries += 1;
      }
      return due.map(({ id, kind, body }) => ({ id, kind, body: { ...body } }));
    },
    async outboxDelivered(id) {
      for (const row of ledger.outbox) if (row.id === id) row.deliveredAt ??= now();
    },
  };
}
