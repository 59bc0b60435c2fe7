/** What all asks of a workflow's code have in common: found again by name and occurrence, or live and then kept. */

import { misfitText } from "@/lib/progress/schema-fit";
import type { StepKind } from "@/lib/progress/step";
import { stepIdentity } from "@/lib/progress/step";
import type { AttemptWrite, CopyWrite, OpenStep, RecordedStep, StepWrite } from "@/lib/progress/store";
import { NestedStep, OccurrenceRequired } from "../errors";
import { newId } from "../new-id";
import { anotherKind, newBeforeRecorded } from "./code-changed";
import { innermost } from "./code-context";
import type { Execution } from "./execution";
import { errorBody, load, type Recordable, type Shape, sha256 } from "./kept-result";
import { type Migrations, migrateResult } from "./migrate-result";

export type Ask<T> = {
  kind: StepKind;
  name: string;
  occurrence: string;
  shape: Shape;
  migrations?: Migrations;
  optional?: boolean;
  decode(body: string): T;
  /** The time of the result as its body tells it; without it, the time at which it was recorded. */
  timeOf?(body: string): number;
  live(step: LiveStep<T>): Promise<void>;
};

export type LiveStep<T> = {
  id: string;
  name: string;
  open: OpenStep | null;
  row(state: StepWrite["state"], rest?: Partial<StepWrite>): StepWrite;
  /** How long what runs now may take before its code counts as hung; null: as long as code without a timeout. */
  keepFor(timeoutMs: number | null): void;
  /** Kept, then given to the code. `early`: given at once, where the ledger or nothing else could tell it again. */
  succeed(body: string, options?: { attempt?: AttemptWrite; early?: boolean }): Promise<void>;
  /** Given to the code without being kept. */
  succeedUnkept(value: T, attempt: AttemptWrite): void;
  /** Given to the code; kept once the code goes on after it, so that a resume of a failed run tries again. */
  fail(error: Recordable, attempt?: AttemptWrite): void;
};

/** Throws NestedStep inside a step's body. */
export function refuseNested(what: string): void {
  const outer = innermost();
  if (outer !== null) throw new NestedStep(outer, what);
}

/** The occurrence of an ask: as given, or counted up per name. Throws OccurrenceRequired for a repeated one. */
export function occurrenceOf(ex: Execution, name: string, given: string | undefined): string {
  if (given !== undefined) {
    if (ex.asked.has(stepIdentity(name, given))) throw new OccurrenceRequired(`${name} with occurrence "${given}"`);
    return given;
  }
  let occurrence = "";
  for (let n = 2; ex.asked.has(stepIdentity(name, occurrence)); n++) occurrence = String(n);
  return occurrence;
}

/** The promise settles when its turn comes, and never if this execution ends before. */
export function ask<T>(ex: Execution, what: Ask<T>): Promise<T> {
  const { name, occurrence, kind } = what;
  ex.asked.add(stepIdentity(name, occurrence));
  ex.deliveries.noteAsk();
  keepCaught(ex);
  const { promise, resolve, reject } = withResolvers<T>();
  const recorded = ex.findRecorded(name, occurrence);
  const open = ex.findOpen(name, occurrence);
  const before = recorded ?? open;
  const settle = { resolve, reject };
  if (before !== null && before.kind !== kind) {
    const text = anotherKind(ex, what, { ...before, number: recorded?.number });
    ex.pending.stick({ cause: "code_changed", text, actionIds: [] });
  } else if (recorded !== null) {
    giveRecorded(ex, what, recorded, settle);
  } else {
    goLive(ex, what, open, settle);
  }
  // Code may await it later, or never: a failure that nobody looks at must not end the process.
  promise.catch(() => {});
  return promise;
}

type Settle<T> = { resolve: (value: T) => void; reject: (error: unknown) => void };

function giveRecorded<T>(ex: Execution, what: Ask<T>, recorded: RecordedStep, settle: Settle<T>): void {
  if (recorded.actionId !== null) ex.askedActionIds.add(recorded.actionId);
  const loaded = loadAs(ex, what, recorded);
  if (loaded.kept === "misfit") {
    ex.pending.stick({ cause: loaded.why, text: loaded.text, actionIds: [] });
    return;
  }
  // With the next write at the latest, and so before anything that is computed from it.
  if (loaded.kept === "result" && loaded.copy !== null) ex.writer.hint({ copies: [loaded.copy] });
  ex.deliveries.askRecorded(recorded.number, () => {
    if (loaded.kept === "error") settle.reject(loaded.error);
    else {
      ex.values.advance(what.timeOf?.(recorded.body) ?? recorded.at);
      settle.resolve(loaded.value);
    }
  });
}

type LoadedAs<T> =
  | { kept: "result"; value: T; copy: CopyWrite | null }
  | { kept: "error"; error: Recordable }
  | { kept: "misfit"; why: "schema_mismatch" | "checkpoint_corrupt"; text: string };

function loadAs<T>(ex: Execution, what: Ask<T>, recorded: RecordedStep): LoadedAs<T> {
  const { name, shape, migrations = {}, decode } = what;
  const loaded = load(recorded, shape, Object.keys(migrations).map(Number));
  const { number } = recorded;
  switch (loaded.kept) {
    case "error":
      return loaded;
    case "misfit": {
      const text = misfitText({ number, stepName: name }, loaded.misfit);
      return { kept: "misfit", why: loaded.misfit.why, text };
    }
    case "result":
    case "older":
      try {
        if (loaded.kept === "result") return { kept: "result", value: decode(loaded.body), copy: null };
        const migrated = migrateResult(loaded.body, loaded.from, migrations);
        const body = ex.around.backend.encode(migrated, `The migrated result of ${name}`);
        const copied = { schemaVersion: shape.schemaVersion, hash: sha256(body), body };
        return {
          kept: "result",
          value: decode(body),
          copy: { id: newId(), parentId: recorded.checkpointId, ...copied },
        };
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        const have = `${recorded.schemaName} v${recorded.schemaVersion}`;
        const text = `Checkpoint ${number} (${name}) has ${have} and does not fit the code's ${shape.schemaName} v${shape.schemaVersion}: ${why}. What was kept is unchanged. Start workers whose code fits, or resume from a checkpoint before it.`;
        return { kept: "misfit", why: "schema_mismatch", text };
      }
  }
}

function goLive<T>(ex: Execution, what: Ask<T>, open: OpenStep | null, settle: Settle<T>): void {
  ex.start(async (keepFor) => {
    if (open === null && !what.optional && (await isUnexpected(ex, what))) return;
    ex.sawNew = true;
    if (ex.stopping) return ex.park();
    await what.live(liveStep(ex, what, open, settle, keepFor));
  }, what.kind === "action");
}

/** Under another version a new step before results that exist already would change what they were computed from. */
async function isUnexpected(ex: Execution, what: Ask<unknown>): Promise<boolean> {
  const { run } = ex.claimed;
  if (ex.workflow.version === run.workflowVersion) return false;
  // Steps that are asked for in parallel with it are asked for by then.
  await new Promise(setImmediate);
  const unasked = ex.findUnasked();
  if (unasked === null) return false;
  ex.pending.stick({ cause: "code_changed", text: newBeforeRecorded(ex, what, unasked), actionIds: [] });
  return true;
}

function liveStep<T>(
  ex: Execution,
  what: Ask<T>,
  open: OpenStep | null,
  settle: Settle<T>,
  keepFor: LiveStep<T>["keepFor"],
): LiveStep<T> {
  const { name, occurrence, kind, shape } = what;
  const id = open?.stepId ?? newId();
  const ordinal = open?.ordinal ?? ex.asked.size;
  ex.stepNames.set(id, name);
  const row: LiveStep<T>["row"] = (state, rest) => ({
    id,
    name,
    occurrence,
    kind,
    ordinal,
    state,
    nextTryAt: null,
    ...rest,
  });
  const checkpoint = (body: string, of: Shape) => {
    const { schemaName, schemaVersion } = of;
    return { id: newId(), stepId: id, schemaName, schemaVersion, hash: sha256(body), body };
  };
  return {
    id,
    name,
    open,
    row,
    keepFor,
    async succeed(body, { attempt, early = false } = {}) {
      if (ex.isOver) return;
      keepCaught(ex);
      ex.writer.add({
        steps: [row("done")],
        attempts: attempt ? [attempt] : [],
        checkpoints: [checkpoint(body, shape)],
      });
      let at = what.timeOf?.(body) ?? 0;
      const give = ex.deliveries.place(() => {
        ex.values.advance(at);
        settle.resolve(what.decode(body));
      });
      // Beside other work the order in which results are kept must be the order in which they were given.
      // With a fault tool attached each boundary is a point of its own, so nothing overlaps it.
      const overlaps = early && ex.around.onBoundary === undefined;
      if (overlaps && ex.pending.runningCount === 1 && !ex.pending.isWaiting) {
        give();
        return ex.writer.soon();
      }
      const recordedAt = await ex.writer.flush();
      at = what.timeOf?.(body) ?? recordedAt;
      give();
    },
    succeedUnkept(value, attempt) {
      ex.writer.hint({ steps: [row("done")], attempts: [attempt] });
      ex.deliveries.place(() => settle.resolve(value))();
    },
    fail(error, attempt) {
      ex.writer.hint({ steps: [row("failed")], attempts: attempt ? [attempt] : [] });
      const kept = errorBody(error);
      ex.deliveries.place(() => {
        ex.caught.push(checkpoint(kept.body, kept));
        settle.reject(error);
      })();
    },
  };
}

/** The code went on after these errors: from now on they are part of how the run came to be. */
export function keepCaught(ex: Execution): void {
  if (ex.caught.length > 0) ex.writer.add({ checkpoints: ex.caught.splice(0) });
}

function withResolvers<T>(): { promise: Promise<T> } & Settle<T> {
  let settle: Settle<T> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // The promise's constructor has called its argument by now.
  return { promise, ...settle! };
}
