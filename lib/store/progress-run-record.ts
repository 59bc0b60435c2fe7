/** Everything progress knows of one run, as of one moment: a read in one snapshot. */

import { and, asc, desc, eq, isNotNull, sql } from "drizzle-orm";
import { checkpoint, execution, journal, lease, run, step, stepAttempt, validation } from "@/drizzle/schema/progress";
import type { Checkpoint } from "@/lib/progress/checkpoint";
import type { Execution } from "@/lib/progress/execution";
import { foldCopies } from "@/lib/progress/migrated-copies";
import type { Step, StepAttempt, StepError } from "@/lib/progress/step";
import type { JournalLine, RecordedStep, RunRecord } from "@/lib/progress/store";
import type { Database, Sql } from "./database";
import { plainJson } from "./free-json";
import { plainText } from "./free-text";
import { msOf, msOrNullOf, runJson, validationJson } from "./progress-columns";
import { toRun, toValidation } from "./progress-shapes";

type Reader = Pick<Database["db"], "select">;

/** The newest lines of a run: a page shows no more, and code that logs in a loop must not make its run unreadable. */
const journalLinesMax = 1000;

export async function readRun(db: Database["db"], id: string): Promise<RunRecord | null> {
  return db.transaction(
    async (tx) => {
      // Sent together: on one connection they cost little more than one question.
      const [head, holder, executions, steps, attempts, checkpoints, validations, lines] = await Promise.all([
        readHead(tx, id),
        readHolder(tx, id),
        readExecutions(tx, id),
        readSteps(tx, id),
        readAttempts(tx, id),
        readCheckpointHeads(tx, id),
        tx
          .select({ validation: validationJson })
          .from(validation)
          .where(eq(validation.runId, id))
          .orderBy(asc(validation.requestedAt), asc(validation.id)),
        readJournal(tx, id),
      ]);
      if (!head) return null;
      return {
        run: toRun(head.run),
        input: head.input,
        output: head.output,
        error: plainJson(head.error as StepError | null),
        lease: holder,
        executions,
        steps,
        attempts,
        checkpoints,
        validations: validations.map((row) => toValidation(row.validation)),
        journal: lines,
      };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

export async function readCheckpoints(sql: Sql, runId: string, upTo: number): Promise<RecordedStep[]> {
  const [{ steps }] = await sql<
    [{ steps: RecordedStep[] }]
  >`select progress.recorded_steps(${runId}, ${upTo}) as steps`;
  return steps;
}

/** Compared where the bodies are: a run may have hundreds of megabytes of them. */
export async function findDamaged(sql: Sql, runId: string): Promise<number[]> {
  const rows = await sql<{ number: number }[]>`
    select number from progress.checkpoint
    where run_id = ${runId} and superseded_by is null and purged_at is null
      and (octet_length(body) <> bytes or encode(sha256(convert_to(body, 'UTF8')), 'hex') <> hash)
    order by number`;
  return rows.map(({ number }) => number);
}

async function readHead(tx: Reader, id: string) {
  const [row] = await tx
    .select({ run: runJson, input: run.input, output: run.output, error: run.error })
    .from(run)
    .innerJoin(lease, eq(lease.runId, run.id))
    .where(eq(run.id, id));
  return row ?? null;
}

async function readHolder(tx: Reader, id: string): Promise<RunRecord["lease"]> {
  const [row] = await tx
    .select({
      workerId: lease.workerId,
      workerName: execution.workerName,
      renewedAt: msOf(lease.renewedAt),
      expiresAt: msOf(lease.expiresAt),
    })
    .from(lease)
    .innerJoin(execution, eq(execution.id, lease.executionId))
    .where(and(eq(lease.runId, id), isNotNull(lease.workerId)));
  // A lease with a worker names an execution of that worker: a claim writes both rows.
  return row ? { ...row, workerId: row.workerId!, workerName: row.workerName! } : null;
}

async function readExecutions(tx: Reader, id: string): Promise<Execution[]> {
  const rows = await tx
    .select({
      id: execution.id,
      runId: execution.runId,
      number: execution.number,
      token: execution.token,
      kind: execution.kind,
      state: execution.state,
      workerId: execution.workerId,
      workerName: execution.workerName,
      startedAt: msOf(execution.startedAt),
      endedAt: msOrNullOf(execution.endedAt),
      endReason: execution.endReason,
      resumedFrom: execution.resumedFrom,
      resumedBy: execution.resumedBy,
      resumeReason: execution.resumeReason,
    })
    .from(execution)
    .where(eq(execution.runId, id))
    .orderBy(asc(execution.number));
  // The literal unions, here and below, are what the columns' CHECKs allow.
  return rows.map((row) => ({ ...row, resumeReason: plainText(row.resumeReason) }) as Execution);
}

async function readSteps(tx: Reader, id: string): Promise<Step[]> {
  const rows = await tx
    .select({
      id: step.id,
      runId: step.runId,
      name: step.name,
      occurrence: step.occurrence,
      kind: step.kind,
      state: step.state,
      ordinal: step.ordinal,
      actionId: step.actionId,
      validationId: sql<string | null>`(select v.id from progress.validation v
        where v.step_id = "step"."id" order by v.requested_at desc limit 1)`,
      executionId: step.executionId,
      startedAt: msOf(step.startedAt),
      endedAt: msOrNullOf(step.endedAt),
      supersededBy: step.supersededBy,
      nextTryAt: msOrNullOf(step.nextTryAt),
    })
    .from(step)
    .where(eq(step.runId, id))
    .orderBy(asc(step.ordinal), asc(step.startedAt), asc(step.id));
  return rows as Step[];
}

async function readAttempts(tx: Reader, id: string): Promise<StepAttempt[]> {
  const rows = await tx
    .select({
      id: stepAttempt.id,
      stepId: stepAttempt.stepId,
      number: stepAttempt.number,
      executionId: stepAttempt.executionId,
      startedAt: msOf(stepAttempt.startedAt),
      endedAt: msOrNullOf(stepAttempt.endedAt),
      result: stepAttempt.result,
      reason: stepAttempt.reason,
      decidedBy: stepAttempt.decidedBy,
      error: stepAttempt.error,
    })
    .from(stepAttempt)
    .where(eq(stepAttempt.runId, id))
    .orderBy(asc(stepAttempt.startedAt), asc(stepAttempt.number), asc(stepAttempt.id));
  return rows.map((row) => ({ ...row, error: plainJson(row.error) }) as StepAttempt);
}

async function readCheckpointHeads(tx: Reader, id: string): Promise<Checkpoint[]> {
  const rows = await tx
    .select({
      id: checkpoint.id,
      runId: checkpoint.runId,
      number: checkpoint.number,
      stepId: checkpoint.stepId,
      stepName: step.name,
      occurrence: step.occurrence,
      schemaName: checkpoint.schemaName,
      schemaVersion: checkpoint.schemaVersion,
      hash: checkpoint.hash,
      bytes: checkpoint.bytes,
      executionId: checkpoint.executionId,
      createdAt: msOf(checkpoint.createdAt),
      purgedAt: msOrNullOf(checkpoint.purgedAt),
      parentId: checkpoint.parentId,
      supersededBy: checkpoint.supersededBy,
    })
    .from(checkpoint)
    .innerJoin(step, eq(step.id, checkpoint.stepId))
    .where(eq(checkpoint.runId, id));
  return foldCopies(rows);
}

async function readJournal(tx: Reader, id: string): Promise<JournalLine[]> {
  const rows = await tx
    .select({
      id: sql<string>`"journal"."id"::text`,
      at: msOf(journal.at),
      kind: journal.kind,
      level: journal.level,
      text: journal.text,
      stepId: journal.stepId,
      executionId: journal.executionId,
    })
    .from(journal)
    .where(eq(journal.runId, id))
    .orderBy(desc(journal.id))
    .limit(journalLinesMax);
  return rows.reverse().map((row) => ({ ...row, text: plainText(row.text) }) as JournalLine);
}
