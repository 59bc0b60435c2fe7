/** The progress port over Postgres. Each verb lives in the file named after it; the rules are the schema's functions. */

import type { ProgressStore } from "@/lib/progress/store";
import type { Database } from "./database";
import { cancel } from "./progress-cancel";
import { claiming } from "./progress-claim";
import { decide } from "./progress-decide";
import { resumeFigures, retryFigures, retryRows, typicalSteps } from "./progress-figures";
import { keptActions } from "./progress-gaps";
import { firstRunAt, latencies, savedSteps, workSaved } from "./progress-latencies";
import { outboxDelivered, takeOutbox } from "./progress-outbox";
import { protection } from "./progress-protection";
import { purging } from "./progress-purge";
import { recording } from "./progress-record";
import { renew } from "./progress-renew";
import { resume } from "./progress-resume";
import { findDamaged, readCheckpoints, readRun } from "./progress-run-record";
import { countReady, countRuns, findRun, findRunByLogicalId, listRuns } from "./progress-runs";
import { starting } from "./progress-start-run";
import { countStopped, findSuccessor } from "./progress-stopped";
import { sweep } from "./progress-sweep";
import { troubles } from "./progress-troubles";
import { findValidation, listValidations } from "./progress-validations";
import { wake } from "./progress-wake";
import { listWorkers, registerWorker, workerEnded, workerLearned, workerSeen } from "./progress-workers";
import { repeatedWhenLost } from "./repeated-verbs";

type Workers = Pick<ProgressStore, "registerWorker" | "workerSeen" | "workerLearned" | "workerEnded">;

export function progressStore({ sql, hot, db }: Pick<Database, "sql" | "hot" | "db">): ProgressStore {
  return {
    async now() {
      const [{ now }] = await sql<[{ now: number }]>`
        select progress.ms(progress.clock())::double precision as now`;
      return now;
    },
    startRun: starting(hot),
    claim: claiming(hot),
    renew: (lease) => renew(sql, lease),
    record: recording(hot),
    wake: (runId, because) => wake(sql, runId, because),
    resume: (ask) => resume(sql, ask),
    cancel: (ask) => cancel(sql, ask),
    decide: (ask) => decide(sql, ask),
    sweep: (limit) => sweep(sql, limit),
    ...purging({ db, sql }),
    takeOutbox: (limit) => takeOutbox(sql, limit),
    outboxDelivered: (id) => outboxDelivered(sql, id),
    ...repeatedWhenLost<Workers>({
      registerWorker: (worker) => registerWorker(sql, worker),
      workerSeen: (workerId) => workerSeen(sql, workerId),
      workerLearned: (workerId, shapes) => workerLearned(sql, workerId, shapes),
      workerEnded: (workerId, exitSeen) => workerEnded(sql, workerId, exitSeen),
    }),
    ...protection(sql),
    findRun: (id) => findRun(db, id),
    findRunByLogicalId: (workflow, logicalRunId) => findRunByLogicalId(db, workflow, logicalRunId),
    readRun: (id) => readRun(db, id),
    readCheckpoints: (runId, upTo) => readCheckpoints(sql, runId, upTo),
    findDamaged: (runId) => findDamaged(sql, runId),
    findValidation: (id) => findValidation(db, id),
    listRuns: (query) => listRuns(db, query),
    countRuns: () => countRuns(db),
    countStopped: (marks) => countStopped(db, marks),
    findSuccessor: (runId) => findSuccessor(sql, runId),
    countReady: () => countReady(sql),
    listValidations: (query) => listValidations(db, query),
    retryFigures: (range) => retryFigures(sql, range),
    retryRows: (ask) => retryRows(sql, ask),
    savedSteps: (ask) => savedSteps(sql, ask),
    resumeFigures: (range) => resumeFigures(sql, range),
    latencies: (range) => latencies(sql, range),
    workSaved: (range) => workSaved(sql, range),
    firstRunAt: () => firstRunAt(sql),
    keptActions: (runIds) => keptActions(sql, runIds),
    typicalSteps: (workflow) => typicalSteps(sql, workflow),
    listWorkers: () => listWorkers(db),
    ...troubles(sql),
  };
}
