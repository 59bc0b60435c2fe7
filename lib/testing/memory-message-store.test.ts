import { monday } from "./factories";
import { memoryMessageStore } from "./memory-message-store";
import { messageStoreConformance } from "./message-store-conformance";

messageStoreConformance(async () => {
  let now = monday;
  return {
    store: memoryMessageStore(() => now),
    async setNow(at) {
      now = at;
    },
  };
});
