import type { ProgressStore } from "@/lib/progress/store";
import type { Sql } from "./database";

type Because = Parameters<ProgressStore["wake"]>[1];

export async function wake(sql: Sql, runId: string, because: Because): Promise<boolean> {
  const actionId = "actionId" in because ? because.actionId : null;
  const validationId = "validationId" in because ? because.validationId : null;
  const blocked = "blocked" in because ? because.blocked : null;
  const [{ woken }] = await sql<[{ woken: boolean }]>`
    select progress.wake(${runId}, ${actionId}, ${validationId}, ${blocked}) as woken`;
  return woken;
}
