import { monday } from "./factories";
import { memoryStopDecisionStore } from "./memory-stop-decision-store";
import { stopDecisionStoreConformance } from "./stop-decision-store-conformance";

stopDecisionStoreConformance(async () => memoryStopDecisionStore(() => monday));
