/** All rules, by their cause. */

import type { Facts } from "../facts";
import type { FoundEvidence, IncidentCause } from "../incident";
import { checkpointCorrupt } from "./checkpoint-corrupt";
import { codeChanged } from "./code-changed";
import { contradiction } from "./contradiction";
import { ledgerGap } from "./ledger-gap";
import { nearMissCameTrue } from "./near-miss-came-true";
import { noRunbook } from "./no-runbook";
import { payloadMismatch } from "./payload-mismatch";
import { retryWithoutReason } from "./retry-without-reason";
import type { Rule } from "./rule";
import { runWithoutLogs } from "./run-without-logs";
import { schemaRefused } from "./schema-refused";
import { silentWait } from "./silent-wait";
import { stepsComputedAgain } from "./steps-computed-again";
import { unknownUnsettled } from "./unknown-unsettled";
import { zombieWrite } from "./zombie-write";

export const rules: Record<IncidentCause, Rule> = {
  steps_computed_again: stepsComputedAgain,
  contradiction,
  near_miss_came_true: nearMissCameTrue,
  schema_refused: schemaRefused,
  code_changed: codeChanged,
  checkpoint_corrupt: checkpointCorrupt,
  payload_mismatch: payloadMismatch,
  zombie_write: zombieWrite,
  ledger_gap: ledgerGap,
  unknown_unsettled: unknownUnsettled,
  retry_without_reason: retryWithoutReason,
  run_without_logs: runWithoutLogs,
  no_runbook: noRunbook,
  silent_wait: silentWait,
};

export const findEvidence = (facts: Facts): FoundEvidence[] => Object.values(rules).flatMap((rule) => rule.find(facts));
