/** Breaks the SQL functions of one scenario's own database. What is replaced must be there, or the tooth is blunt. */

import type { Sql } from "@/lib/store/database";

type Cut = { function: string; from: string; to: string };

const cuts: Record<string, Cut[]> = {
  no_token_check: [
    { function: "progress.lease_refusal", from: "begin\n", to: "begin\n  return null;\n" },
    { function: "ledger.hold_fence", from: "else 'stale' end", to: "else 'current' end" },
  ],
  clock_before_lock: [{ function: "progress.clock", from: "clock_timestamp()", to: "now()" }],
  unknown_becomes_planned: [
    { function: "ledger.close_silent", from: "outcome = 'unknown'", to: "outcome = 'not_sent'" },
  ],
  unconditional_complete: [
    {
      function: "progress.record",
      from: "if refused is not null then",
      to: "if refused is not null and not call ? 'end' then",
    },
  ],
  approval_without_fingerprint: [
    {
      function: "ledger.begin",
      from: "v_made := found;",
      to: `v_made := found;
        update ledger.action set payload = p_payload, fingerprint = p_fingerprint
          where business_key = p_business_key and live and state in ('held', 'planned');`,
    },
    {
      function: "ledger.action_json",
      from: "'fingerprint', a.grant_fingerprint",
      to: "'fingerprint', a.fingerprint",
    },
    {
      function: "ledger.open_attempt",
      from: "a.grant_fingerprint = a.fingerprint",
      to: "a.grant_decision_id is not null",
    },
  ],
  sweep_by_creation: [
    {
      function: "progress.lock_ready",
      from: "l.expires_at <= t and",
      to: "r.created_at <= t - interval '1 second' and",
    },
    { function: "progress.claim", from: "and l.expires_at <= t", to: "" },
  ],
};

/** The broken variants that are broken in the database. */
export const wrecks = Object.keys(cuts);

/** Does nothing for a tooth that is not in the database. Throws when a function no longer reads as it is expected to. */
export async function wreck(sql: Sql, tooth: string): Promise<void> {
  for (const cut of cuts[tooth] ?? []) {
    const [row] = await sql<{ source: string }[]>`
      select pg_get_functiondef(oid) as source from pg_proc where oid = ${cut.function}::regproc`;
    if (!row?.source.includes(cut.from)) {
      throw new Error(`${cut.function} no longer contains "${cut.from}": the tooth ${tooth} must be cut anew.`);
    }
    await sql.unsafe(row.source.replace(cut.from, cut.to));
  }
}
