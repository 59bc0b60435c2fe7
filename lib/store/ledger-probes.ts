/** Look-ups at destinations: asked for by people or the engine, claimed by a worker, reported once. */

import type { ActionState } from "@/lib/ledger/action";
import type { LedgerStore, Probe } from "@/lib/ledger/store";
import type { Sql } from "./database";
import { storedText } from "./free-text";
import { factsOf, probeOf, type StoredFacts } from "./ledger-rows";

type Probes = Pick<LedgerStore, "askProbe" | "dueLookUps" | "takeProbe" | "reportProbe">;

export const probes = (sql: Sql): Probes => ({
  async askProbe({ probeId, actionId, by, notBefore }) {
    const [row] = await sql<[{ probe: Probe | null }]>`
      select ledger.ask_probe(
        ${probeId}, ${actionId}, ${storedText(by)}, to_timestamp(${notBefore}::float8 / 1000)) as probe`;
    if (row.probe === null) throw new Error(`There is no action ${actionId} to look up.`);
    return probeOf(row.probe);
  },

  async dueLookUps(limit) {
    const rows = await sql<{ id: string }[]>`select id from ledger.due_look_ups(${limit}) as id`;
    return rows.map(({ id }) => id);
  },

  async takeProbe(workerId, destinations) {
    const [row] = await sql<[{ probe: Probe | null; facts: StoredFacts }]>`
      select probe, facts from ledger.take_probe(${workerId}, ${destinations})`;
    if (row.probe === null) return null;
    const { action, attempts } = factsOf(row.facts);
    return { probe: probeOf(row.probe), action, attempts };
  },

  async reportProbe(report, settleAs) {
    const [row] = await sql<[{ state: ActionState }]>`
      select ledger.report_probe(
        ${report.probeId}, ${report.result}, ${report.count}, ${storedText(report.detail)}, ${report.record},
        ${settleAs}) as state`;
    return row.state;
  },
});
