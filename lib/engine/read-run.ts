/** Everything the run page shows: progress and ledger beside each other, the three answers, and what operators did. */

import type { ActionRecord } from "@/lib/ledger/store";
import { type Verdict, verdictOf } from "@/lib/ledger/verdict";
import type { CheckpointFit } from "@/lib/progress/checkpoint-fit";
import type { RunRecord } from "@/lib/progress/store";
import { type WorkerGap, workerGap } from "@/lib/progress/worker";
import { checkpointFits } from "./checkpoint-fits";
import { type Command, tickKinds } from "./command-store";
import type { Engine } from "./engine";
import { type HowDealtWith, readDealtWith } from "./read-dealt-with";
import { type ThreeAnswers, threeAnswers } from "./three-answers";

export type JudgedAction = ActionRecord & { verdict: Verdict };

export type RunView = {
  now: number;
  progress: RunRecord;
  actions: JudgedAction[];
  answers: ThreeAnswers;
  commands: ObservedCommand[];
  /** Of the live checkpoints: whether a resume could open them. */
  fits: CheckpointFit[];
  /** Null unless the run would be claimed, if only a worker for it were there. */
  workerGap: WorkerGap | null;
  dealt: HowDealtWith;
};

/** `observed` says what is seen to have followed, never what was hoped for. */
export type ObservedCommand = Command & { observed: string | null };

export async function readRun(engine: Engine, runId: string): Promise<RunView | null> {
  const record = await engine.progress.readRun(runId);
  if (record === null) return null;
  const [actions, typical, onRun, onValidations, workers, dealt, now] = await Promise.all([
    engine.ledger.readRunActions(runId),
    engine.progress.typicalSteps(record.run.workflow),
    engine.commands.listByObject(runId),
    listCommands(engine, record.validations),
    engine.progress.listWorkers(),
    readDealtWith(engine, record),
    engine.progress.now(),
  ]);
  const onActions = await listCommands(
    engine,
    actions.map(({ action }) => action),
  );
  // Ticks in runbooks are shown with their runbook.
  const commands = [...onRun, ...onValidations, ...onActions].filter(({ kind }) => !tickKinds.includes(kind));
  const gap = workerGap(record.run, workers, now);
  return {
    now,
    progress: record,
    actions: actions.map((action) => ({ ...action, verdict: verdictOf(action, now) })),
    answers: threeAnswers(record, actions, typical, now, gap),
    commands: commands.map((command) => ({ ...command, observed: observedEffect(command, record, actions) })),
    fits: await checkpointFits(engine, record, workers),
    workerGap: gap,
    dealt,
  };
}

async function listCommands(engine: Engine, objects: readonly { id: string }[]): Promise<Command[]> {
  const lists = await Promise.all(objects.map(({ id }) => engine.commands.listByObject(id)));
  return lists.flat();
}

function observedEffect(command: Command, record: RunRecord, actions: readonly ActionRecord[]): string | null {
  if (command.state !== "applied") return null;
  switch (command.kind) {
    case "resume": {
      const execution = record.executions.find((candidate) => candidate.id === command.id);
      if (!execution) return null;
      if (execution.state === "starting") return `Execution ${execution.number} waits for a worker.`;
      const on = execution.workerName ? ` on ${execution.workerName}` : "";
      // "Finished" is how an execution ends, also when its run is blocked: the reason says which.
      const ended = `Execution ${execution.number} ended${on}: ${execution.endReason ?? "finished"}.`;
      const wentOn =
        execution.number < record.run.executionCount ? ` The run went on and is ${record.run.state} now.` : "";
      return execution.state === "finished"
        ? `${ended}${wentOn}`
        : `Execution ${execution.number} is ${execution.state}${on}.${wentOn}`;
    }
    case "cancel":
      return record.run.state === "cancelled" ? "The run is cancelled." : "The run is not cancelled yet.";
    case "check":
    case "settle":
    case "confirm":
    case "keep":
    case "revise":
    case "second": {
      const found = actions.find(({ action }) => action.id === command.objectId);
      return found ? `${found.action.type} for ${found.action.object} is ${found.action.state}.` : command.observed;
    }
    case "accept":
    case "supersede":
    case "reopen":
      return "The run itself was not touched.";
    case "follow":
    case "unfollow":
    case "make_key":
    case "rotate_key":
    case "revoke_key":
    case "report":
    case "tend":
    case "classify":
    case "hold":
    case "release":
    case "edit":
    case "agree":
    case "drop":
    case "mark":
    case "freeze":
    case "amend":
      // On destinations and reviews, which no run owns, and in runbooks, which move nothing.
      return command.observed;
    case "decide": {
      const decided = record.validations.find((validation) => validation.id === command.objectId);
      return decided ? `The approval is ${decided.state}; the run is ${record.run.state}.` : command.observed;
    }
  }
}
