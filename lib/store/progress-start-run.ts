import type { Run } from "@/lib/progress/run";
import type { NewRun } from "@/lib/progress/store";
import type { Sql } from "./database";
import { repeatWhenLost } from "./database-repeat";
import { toRun } from "./progress-shapes";

export async function startRun(sql: Sql, run: NewRun): Promise<{ run: Run; created: boolean }> {
  const [{ answer }] = await repeatWhenLost(
    () => sql<[{ answer: { run: Run; created: boolean } }]>`
      select progress.start_run(${run.id}, ${run.workflow}, ${run.workflowVersion}, ${run.logicalRunId},
        ${run.subject}, ${run.input}, ${run.recovery}, ${run.leaseMs}) as answer`,
  );
  return { run: toRun(answer.run), created: answer.created };
}
