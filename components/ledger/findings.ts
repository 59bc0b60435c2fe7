/** What is worth a second look in the actions of a run, beside their states. */

import { isDouble } from "@/lib/ledger/action";
import type { ActionRecord, Evidence } from "@/lib/ledger/store";

export type Findings<R> = {
  contradicted: R[];
  /** Those that wait for a person first. */
  nearMisses: { action: ActionRecord["action"]; near: ActionRecord["nearMisses"][number] }[];
  late: { action: ActionRecord["action"]; evidence: Evidence; isFenced: boolean }[];
};

type Facts = Pick<ActionRecord, "action" | "nearMisses" | "evidence" | "attempts" | "fence">;

export function findingsOf<R extends Facts>(records: readonly R[]): Findings<R> {
  const nearMisses = records.flatMap(({ action, nearMisses: found }) => found.map((near) => ({ action, near })));
  return {
    contradicted: records.filter(({ action }) => isDouble(action)),
    nearMisses: nearMisses.sort((a, b) => Number(b.near.state === "open") - Number(a.near.state === "open")),
    late: records.flatMap((record) =>
      record.evidence.flatMap((evidence) =>
        evidence.kind === "late_report"
          ? [{ action: record.action, evidence, isFenced: fenced(record, evidence) }]
          : [],
      ),
    ),
  };
}

/** The sender's execution had been replaced by then: what is called a zombie. */
const fenced = ({ attempts, fence }: Facts, { attemptId }: Evidence): boolean =>
  attempts.some(({ id, token }) => id === attemptId && token < fence);
