/** The filters in words, for the screen that says that nothing matches. */

import { classLook, incidentLook, severityWords } from "@/components/review/incident-state";
import { rangeWords, windowWords } from "@/components/table/time-window";
import type { IncidentParams } from "../search-params";

export function filterWords(params: IncidentParams, zone = "UTC"): string[] {
  const { classes, states, severities, owner, within } = params;
  return [
    classes.length > 0 && classes.map((value) => classLook[value].label.toLowerCase()).join(" or "),
    states.length > 0 && `state ${states.map((value) => incidentLook[value].label.toLowerCase()).join(" or ")}`,
    severities.length > 0 && `severity ${severities.map((value) => severityWords[value].label).join(" or ")}`,
    owner !== null && ownerWords[owner],
    within !== null && `seen in the ${windowWords[within]}`,
    within === null && rangeWords(params, zone),
  ].filter((word) => typeof word === "string");
}

export const ownerWords = { me: "owned by me", nobody: "owned by nobody" } as const;
