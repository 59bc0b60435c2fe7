/** What the verbs of the review are given: the engine, and beside it the stores of what is reviewed. */

import type { Engine } from "@/lib/engine/engine";
import type { IncidentStore } from "./incident-store";
import type { ReviewStore } from "./review-store";
import type { RunbookStepStore } from "./runbook-step-store";

export type ReviewEngine = Engine & {
  incidents: IncidentStore;
  reviews: ReviewStore;
  runbookSteps: RunbookStepStore;
};
