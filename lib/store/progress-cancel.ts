import type { Refused } from "@/lib/progress/store";
import type { Sql } from "./database";
import { repeatWhenLost } from "./database-repeat";
import { storedText } from "./free-text";

export async function cancel(
  sql: Sql,
  ask: { runId: string; by: string; reason: string },
): Promise<{ cancelled: true } | Refused> {
  const [{ answer }] = await repeatWhenLost(
    () => sql<[{ answer: { cancelled: true } | Refused }]>`
      select progress.cancel(${ask.runId}, ${ask.by}, ${storedText(ask.reason)}) as answer`,
  );
  return answer;
}
