/** The in-memory ledger's genuine second actions. */

import { unsent } from "@/lib/ledger/opening";
import { secondSays } from "@/lib/ledger/settlement";
import type { LedgerStore } from "@/lib/ledger/store";
import type { KeptAction, MemoryLedger } from "./memory-ledger";

export const memorySeconds = (ledger: MemoryLedger): Pick<LedgerStore, "markSecond" | "findSecond"> => ({
  async markSecond({ actionId, executionId, by, reason, ...second }) {
    const row = ledger.avoided.find((each) => each.actionId === actionId && each.executionId === executionId);
    if (row === undefined) return false;
    if (row.wrong !== null) return row.wrong.secondActionId === second.id;
    const first = ledger.getAction(actionId);
    row.wrong = { by, reason, at: ledger.now(), secondActionId: second.id };
    ledger.actions.set(second.id, secondOf(first, second, ledger.now()));
    for (const id of [actionId, second.id]) {
      ledger.say({ actionId: id, kind: "person", says: secondSays(reason), by });
    }
    return true;
  },

  async findSecond(types) {
    const found = ledger.avoided
      .flatMap(({ wrong }) => (wrong ? ledger.getAction(wrong.secondActionId) : []))
      .filter(({ state, type }) => state === "planned" && types.includes(type))
      .filter(({ id }) => {
        const attempts = ledger.attemptsOf(id);
        return attempts.length < 5 && attempts.every(({ endedAt }) => (endedAt ?? 0) <= ledger.now() - 60_000);
      })
      .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
    return found[0] ? ledger.action(found[0]) : null;
  },
});

type Named = Pick<KeptAction, "id" | "occurrence" | "businessKey" | "providerKey" | "marker">;

const secondOf = (first: KeptAction, second: Named, now: number): KeptAction =>
  structuredClone({
    ...first,
    ...second,
    runId: null,
    revision: 1,
    live: true,
    declaredFingerprint: first.fingerprint,
    acceptedFingerprints: [],
    needsGrant: true,
    grant: { decisionId: second.id, fingerprint: first.fingerprint },
    state: "planned",
    ...unsent(now),
  } satisfies KeptAction);
