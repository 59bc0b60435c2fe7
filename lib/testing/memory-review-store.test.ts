import { monday } from "./factories";
import { memoryReviewStore } from "./memory-review-store";
import { reviewStoreConformance } from "./review-store-conformance";

reviewStoreConformance(async () => {
  let at = monday;
  return {
    store: memoryReviewStore(() => at),
    async setNow(next) {
      at = next;
    },
  };
});
