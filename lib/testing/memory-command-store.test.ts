import { commandStoreConformance } from "./command-store-conformance";
import { monday } from "./factories";
import { memoryCommandStore } from "./memory-command-store";

commandStoreConformance(async () => memoryCommandStore(() => monday));
