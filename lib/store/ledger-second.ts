import { secondSays } from "@/lib/ledger/settlement";
import type { LedgerStore } from "@/lib/ledger/store";
import type { Sql } from "./database";
import { storedText } from "./free-text";
import { actionOf, type StoredAction } from "./ledger-rows";

export const seconds = (sql: Sql): Pick<LedgerStore, "markSecond" | "findSecond"> => ({
  async markSecond({ actionId, executionId, id, occurrence, businessKey, providerKey, marker, by, reason }) {
    const [row] = await sql<[{ marked: boolean }]>`
      select ledger.mark_second(
        ${actionId}, ${executionId}, ${id}, ${occurrence}, ${businessKey}, ${providerKey}, ${marker}, ${storedText(by)},
        ${storedText(reason)}, ${storedText(secondSays(reason))}) as marked`;
    return row.marked;
  },

  async findSecond(types) {
    const [row] = await sql<[{ action: StoredAction | null }]>`select ledger.find_second(${types}) as action`;
    return row.action === null ? null : actionOf(row.action);
  },
});
