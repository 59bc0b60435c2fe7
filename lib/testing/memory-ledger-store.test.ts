import { monday } from "./factories";
import { ledgerStoreConformance } from "./ledger-store-conformance";
import { memoryLedgerStore } from "./memory-ledger-store";

ledgerStoreConformance(async () => {
  let now = monday;
  return {
    store: memoryLedgerStore(() => now),
    async setNow(at) {
      now = at;
    },
  };
});
