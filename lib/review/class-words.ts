import type { IncidentClass } from "./incident";

export const classWords: Record<IncidentClass, string> = {
  progress_loss: "Progress loss",
  duplicate_action: "Duplicate action",
  state_inconsistency: "State inconsistency",
  observability_debt: "Observability debt",
};
