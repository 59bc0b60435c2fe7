/** Puts the parts together: the only place that knows both stores and the engine. */

import { createHash, createHmac } from "node:crypto";
import { keepAnnouncing } from "@/lib/announcing";
import { keepDetecting } from "@/lib/detecting";
import type { Hash } from "@/lib/engine/engine";
import { sweep } from "@/lib/engine/sweep";
import { getDatabaseUrls } from "@/lib/env";
import { keepDoing } from "@/lib/keep-doing";
import { log } from "@/lib/log";
import { keepPurging } from "@/lib/purging";
import type { ReviewEngine } from "@/lib/review/review-engine";
import { keepReviewing } from "@/lib/reviewing";
import { newId } from "@/lib/sdk/new-id";
import { connect } from "@/lib/store/database";
import { ledgerStore } from "@/lib/store/ledger-store";
import { commandStore } from "@/lib/store/ops-commands";
import { incidentStore } from "@/lib/store/ops-incidents";
import { messageStore } from "@/lib/store/ops-messages";
import { reviewStore } from "@/lib/store/ops-reviews";
import { runbookStepStore } from "@/lib/store/ops-runbook-steps";
import { stopDecisionStore } from "@/lib/store/ops-stop-decisions";
import { progressStore } from "@/lib/store/progress-store";
import { missingMigrations } from "@/lib/store/schema-version";

export type Wired = {
  engine: ReviewEngine;
  /** How many migrations its databases lack. */
  missingMigrations(): Promise<number>;
  close(): Promise<void>;
};

export const hash: Hash = {
  sha256: (text) => createHash("sha256").update(text).digest("hex"),
  hmac: (secret, text) => createHmac("sha256", secret).update(text).digest("hex"),
};

/** The halves may live in databases of their own; by default they share one server and nothing else. */
export async function createEngine(urls: {
  progressUrl: string;
  ledgerUrl: string;
  connectionsMax?: number;
  /** Names the process in pg_stat_activity. */
  applicationName?: string;
}): Promise<Wired> {
  const { progressUrl, ledgerUrl, ...options } = urls;
  const progress = await connect(progressUrl, options);
  const ledger = ledgerUrl === progressUrl ? progress : await connect(ledgerUrl, options);
  return {
    engine: {
      progress: progressStore(progress),
      ledger: ledgerStore(ledger),
      commands: commandStore(progress),
      messages: messageStore(progress),
      incidents: incidentStore(progress),
      reviews: reviewStore(progress),
      runbookSteps: runbookStepStore(progress),
      stopDecisions: stopDecisionStore(progress),
      hash,
      newId,
    },
    async missingMigrations() {
      const missing = await Promise.all(Array.from(new Set([progress, ledger]), ({ sql }) => missingMigrations(sql)));
      return missing.reduce((sum, count) => sum + count, 0);
    },
    async close() {
      await progress.close();
      if (ledger !== progress) await ledger.close();
    },
  };
}

// Next reloads modules in development; the connections must outlive that.
const kept = globalThis as typeof globalThis & { repriseEngine?: Promise<Wired> };

/** The web process's engine. */
export const getEngine = async (): Promise<ReviewEngine> => (await getWired()).engine;

/** Made on first use. A connection that failed is tried again by the next request. */
export async function getWired(): Promise<Wired> {
  if (!kept.repriseEngine) {
    kept.repriseEngine = createEngine({ ...getDatabaseUrls(), applicationName: "reprise web" });
    kept.repriseEngine.then(
      ({ engine }) => {
        const owner = kept.repriseEngine;
        const goesOn = () => kept.repriseEngine === owner;
        for (const keep of [keepSweeping, keepAnnouncing, keepDetecting, keepReviewing, keepPurging])
          keep(engine, goesOn);
      },
      () => {
        kept.repriseEngine = undefined;
      },
    );
  }
  return kept.repriseEngine;
}

/** Ends the sweeps and the connections of this process; the next request would open them again. */
export async function closeEngine(): Promise<void> {
  const wired = await kept.repriseEngine;
  kept.repriseEngine = undefined;
  await wired?.close();
}

/** Workers sweep too; the web process does so that deadlines pass and leases expire even when no worker is left. */
function keepSweeping(engine: ReviewEngine, goesOn: () => boolean): void {
  const failed = "a sweep failed and will be tried again";
  const work = () => sweep(engine, (error) => log.warn({ err: error }, failed));
  keepDoing(goesOn, { everyMs: sweepEveryMs, work, failed });
}

const sweepEveryMs = 2_000;
