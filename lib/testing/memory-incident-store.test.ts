import { monday } from "./factories";
import { incidentStoreConformance } from "./incident-store-conformance";
import { memoryIncidentStore } from "./memory-incident-store";

incidentStoreConformance(async () => {
  let now = monday;
  return {
    store: memoryIncidentStore(() => now),
    async setNow(at) {
      now = at;
    },
  };
});
