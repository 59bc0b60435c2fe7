import { describe } from "vitest";
import { monday } from "./factories";
import { memoryProgressStore } from "./memory-progress-store";
import { progressStoreConformance } from "./progress-store-conformance";

describe("progress in memory", () => {
  progressStoreConformance(async () => {
    let now = monday;
    return {
      store: memoryProgressStore({ now: () => now }),
      async setNow(at) {
        now = at;
      },
    };
  });
});
