import type { Refused, ResumeAsk, Resumed } from "@/lib/progress/store";
import type { Sql } from "./database";
import { repeatWhenLost } from "./database-repeat";
import { storedText } from "./free-text";

export async function resume(sql: Sql, ask: ResumeAsk): Promise<Resumed | Refused> {
  const [{ answer }] = await repeatWhenLost(
    () => sql<[{ answer: Resumed | Refused }]>`
      select progress.resume(${ask.runId}, ${ask.expectedToken}, ${ask.fromCheckpoint}, ${ask.executionId},
        ${ask.by}, ${storedText(ask.reason)}) as answer`,
  );
  return answer;
}
