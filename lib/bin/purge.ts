/**
 * `npm run purge`: ends the retention of everything that is due now; `-- --dry-run` only says what would go, what stays
 * and why. The same runs by itself, a page at a time, wherever the console runs.
 */

import { parseArgs } from "node:util";
import { type Kept, nothingPurged, type Purged, purge, purgeStages } from "@/lib/engine/purge";
import { purgeTraces, traceKinds } from "@/lib/engine/purge-traces";
import { getDatabaseUrls, readEnv, SetupError } from "@/lib/env";
import { whyKept } from "@/lib/ledger/retention";
import { createEngine } from "@/lib/wiring";
import { reportFailure } from "./product/report-failure";

const pageSize = 200;
/** Enough to see the pattern; the counts say the rest. */
const examplesMax = 10;
const dayMs = 24 * 60 * 60 * 1000;

const traces = {
  deliveries: "Delivered consequences between progress and ledger",
  look_ups: "Finished look-ups of final actions",
  unowned: "Payloads of actions without a run",
  messages: "Messages that were delivered or given up",
  commands: "Commands of operators",
};

try {
  const dryRun = askedDryRun(process.argv.slice(2));
  const { retention } = readEnv();
  const { engine, close } = await createEngine({ ...getDatabaseUrls(), applicationName: "reprise purge" });
  console.log(
    `Payloads are kept for ${retention.payloadMs / dayMs} days after the end of their run, records for ${retention.recordMs / dayMs}.`,
  );
  for (const stage of purgeStages) {
    const all = nothingPurged();
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await purge(engine, stage, retention, { cursor, pageSize, dryRun });
      add(all, page.purged);
      cursor = page.next;
    }
    print(stage === "payloads" ? "Payloads and intermediate results" : "Whole records", all, dryRun);
  }
  for (const kind of traceKinds) {
    const all = { removed: 0, kept: 0 };
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await purgeTraces(engine, kind, retention, { cursor, pageSize, dryRun });
      all.removed += page.purged.removed;
      all.kept += page.purged.kept;
      cursor = page.next;
    }
    console.log(`${traces[kind]}: ${all.removed} ${dryRun ? "would go" : "went"}.`);
    if (all.kept > 0) console.log(`  ${all.kept} stay: what they are about is not over, or was not for long enough`);
  }
  await printUnfinished();
  await close();

  /** Runs that are not over are never looked at; how many would be old enough is worth knowing. */
  async function printUnfinished(): Promise<void> {
    const counts = await engine.progress.countRuns();
    const { queued, running, waiting, needs_person, interrupted, blocked } = counts;
    const count = queued + running + waiting + needs_person + interrupted + blocked;
    console.log(`${count} runs are not over: nothing of them goes, however old they are.`);
  }
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}

/** A misspelt option must not remove anything. npm takes `--dry-run` for itself where no `--` stands before it, and says so. */
function askedDryRun(args: string[]): boolean {
  try {
    const { values } = parseArgs({ args, options: { "dry-run": { type: "boolean", default: false } } });
    return values["dry-run"] || process.env.npm_config_dry_run === "true";
  } catch (error) {
    throw new SetupError(
      "bad_option",
      `${error instanceof Error ? error.message : error} Nothing was removed.`,
      "Run `npm run purge`, or `npm run purge -- --dry-run` to see first what would go.",
    );
  }
}

function add(all: Purged, page: Purged): void {
  for (const name of ["runs", "actions", "checkpoints", "bytes"] as const) all[name] += page[name];
  all.kept.push(...page.kept);
}

function print(what: string, { runs, actions, checkpoints, bytes, kept }: Purged, dryRun: boolean): void {
  const verb = dryRun ? "would go" : "went";
  console.log(`${what}: ${runs} runs with ${actions} actions and ${checkpoints} results ${verb} (${bytes} bytes).`);
  for (const [why, rows] of grouped(kept)) {
    console.log(`  ${rows.length} stay: ${why === "changed_meanwhile" ? "it changed meanwhile" : whyKept[why]}`);
    for (const { name, runId, actionId } of rows.slice(0, examplesMax)) {
      console.log(`    ${name} (run ${runId}${actionId === null ? "" : `, action ${actionId}`})`);
    }
    if (rows.length > examplesMax) console.log(`    and ${rows.length - examplesMax} more`);
  }
}

function grouped(kept: readonly Kept[]): Map<Kept["why"], Kept[]> {
  const groups = new Map<Kept["why"], Kept[]>();
  for (const row of kept) groups.set(row.why, [...(groups.get(row.why) ?? []), row]);
  return groups;
}
