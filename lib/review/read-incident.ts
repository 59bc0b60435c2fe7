/** An incident with its evidence, its history and the rule that found it, in words. */

import type { IncidentRecord } from "./incident-store";
import type { ReviewEngine } from "./review-engine";
import type { Rule } from "./rules/rule";
import { rules } from "./rules/rules";

export type IncidentView = IncidentRecord & {
  now: number;
  /** Null for one that was opened by hand. */
  rule: Pick<Rule, "sentence" | "source" | "severity" | "next"> | null;
};

export async function readIncident(engine: ReviewEngine, id: string): Promise<IncidentView | null> {
  const [record, now] = await Promise.all([engine.incidents.read(id), engine.progress.now()]);
  if (record === null) return null;
  const { cause } = record.incident;
  if (cause === "by_hand") return { ...record, now, rule: null };
  const { sentence, source, severity, next } = rules[cause];
  return { ...record, now, rule: { sentence, source, severity, next } };
}
