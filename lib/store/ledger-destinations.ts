/** The register of destinations: how each treats repeats, and whether an operator holds it. */

import { type ActionState, actionStates } from "@/lib/ledger/action";
import { countedMax, type Destination, type Hold } from "@/lib/ledger/destination";
import type { LedgerStore } from "@/lib/ledger/store";
import type { Sql } from "./database";
import { plainText, storedText } from "./free-text";

type Register = Pick<
  LedgerStore,
  "declareDestinations" | "holdDestination" | "releaseDestination" | "listDestinations" | "destinationFigures"
>;

export const destinations = (sql: Sql): Register => ({
  async declareDestinations(declared) {
    const names = declared.map((destination) => destination.name);
    const declarations = declared.map((destination) => JSON.stringify(destination));
    await sql`
      insert into ledger.destination as known (name, declaration, declared_at)
      select distinct on (name) name, declaration::jsonb, ledger.clock()
      from unnest(${names}::text[], ${declarations}::text[]) declared (name, declaration)
      order by name
      on conflict (name) do update set declaration = excluded.declaration, declared_at = excluded.declared_at
      where known.declaration <> excluded.declaration`;
  },

  async holdDestination({ id, name, by, reason }) {
    const [row] = await sql<[HoldRow]>`
      select why, hold, in_flight_until_ms
      from ledger.hold_destination(${id}, ${name}, ${storedText(by)}, ${storedText(reason)})`;
    if (row.why === "destination_not_found") return { held: false, why: row.why };
    const hold = holdOf(row.hold);
    if (row.why !== null) return { held: false, why: row.why, hold };
    return { held: true, hold, inFlightUntil: timeOf(row.in_flight_until_ms) };
  },

  async releaseDestination({ id, name }) {
    const [{ why }] = await sql<[ReleaseRow]>`select why from ledger.release_destination(${id}, ${name}) as why`;
    return why === null ? { released: true } : { released: false, why };
  },

  async listDestinations() {
    const rows = await selectRegister(sql);
    return rows.map(({ declaration, declared_at_ms, hold }) => ({
      declaration,
      declaredAt: Number(declared_at_ms),
      hold: hold && holdOf(hold),
    }));
  },

  async destinationFigures(most = countedMax) {
    const rows = await countByDestination(sql, most);
    return [...new Set(rows.map((row) => row.destination))].map((destination) => {
      const own = rows.filter((row) => row.destination === destination);
      return {
        destination,
        actions: Object.fromEntries(own.map(({ state, count }) => [state, count])),
        inFlightUntil: timeOf(own.find(({ state }) => state === "sending")?.until_ms ?? null),
      };
    });
  },
});

type HoldRow =
  | { why: "destination_not_found" }
  | { why: "already_held" | null; hold: Hold; in_flight_until_ms: string | null };
type ReleaseRow = { why: "destination_not_found" | "not_held" | null };
type RegisterRow = { declaration: Destination; declared_at_ms: string; hold: Hold | null };
type FigureRow = { destination: string; state: ActionState; count: number; until_ms: string | null };

const selectRegister = (sql: Sql) => sql<RegisterRow[]>`
  select d.declaration, ledger.ms(d.declared_at) as declared_at_ms, ledger.hold_json(d) as hold
  from ledger.destination d order by d.name`;

/** From one name to the next and from one state to the next, along the index, and never far into either. */
const countByDestination = (sql: Sql, most: number) => sql<FigureRow[]>`
  with recursive named (destination) as (
    select min(destination) from ledger.action
    union all
    select (select min(a.destination) from ledger.action a where a.destination > named.destination)
    from named where named.destination is not null)
  select destination, state, count,
    case state when 'sending' then ledger.in_flight_until_ms(destination) end as until_ms
  from named cross join unnest(${[...actionStates]}::text[]) as state
  cross join lateral (
    select count(*)::int from (
      select from ledger.action a where a.destination = named.destination and a.state = state.state
      limit ${most + 1}) as counted) as counts (count)
  where count > 0
  order by 1, 2`;

export const holdOf = (stored: Hold): Hold => ({
  ...stored,
  by: plainText(stored.by),
  reason: plainText(stored.reason),
});

const timeOf = (ms: string | null): number | null => (ms === null ? null : Number(ms));
