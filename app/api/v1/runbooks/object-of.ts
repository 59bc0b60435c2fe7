import type { z } from "zod";
import type { RunbookAsk } from "@/lib/api/contract/runbook";
import type { FollowedObject } from "@/lib/review/runbook-step-store";

/** The innermost wins: an action is opened from its run's page, a run from its incident's. */
export function objectOf({ run, action, incident }: z.output<typeof RunbookAsk>): FollowedObject | null {
  if (action !== undefined) return { kind: "action", id: action };
  if (run !== undefined) return { kind: "run", id: run };
  return incident === undefined ? null : { kind: "incident", id: incident };
}
