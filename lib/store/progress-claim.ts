import type { Claimed, WorkerRecord } from "@/lib/progress/store";
import type { Sql } from "./database";
import { repeatWhenLost } from "./database-repeat";
import { toOpenStep, toRun } from "./progress-shapes";

export async function claim(
  sql: Sql,
  { worker, executionId }: { worker: WorkerRecord; executionId: string },
): Promise<Claimed | null> {
  const names = worker.workflows.map((workflow) => workflow.name);
  const versions = worker.workflows.map((workflow) => workflow.version);
  const [{ answer }] = await repeatWhenLost(
    () => sql<[{ answer: Claimed | null }]>`
      select progress.claim(${worker.id}, ${worker.name}, ${executionId}, ${names}::text[], ${versions}::int[]) as answer`,
  );
  return answer && { ...answer, run: toRun(answer.run), open: answer.open.map(toOpenStep) };
}
