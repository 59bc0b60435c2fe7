import { monday } from "./factories";
import { memoryRunbookStepStore } from "./memory-runbook-step-store";
import { runbookStepStoreConformance } from "./runbook-step-store-conformance";

let at = monday;
runbookStepStoreConformance(async () => memoryRunbookStepStore(() => at++));
