/** The forms in which results are kept as checkpoints, beside the step's own. */

import { createHash } from "node:crypto";
import { type Misfit, schemaFit } from "@/lib/progress/schema-fit";
import type { RecordedStep } from "@/lib/progress/store";
import { ActionRefused, Rejected, StepFailed } from "../errors";

export type Shape = { schemaName: string; schemaVersion: number };

export const actionShape: Shape = { schemaName: "reprise.action", schemaVersion: 1 };
export const validationShape: Shape = { schemaName: "reprise.validation", schemaVersion: 1 };
export const sleepShape: Shape = { schemaName: "reprise.sleep", schemaVersion: 1 };
const errorShape: Shape = { schemaName: "reprise.error", schemaVersion: 1 };

export type KeptAction = { actionId: string; response: unknown; settledAt: number };
export type KeptValidation = {
  validationId: string | null;
  by: string | null;
  reason: string | null;
  answer: unknown;
  at: number;
};

type KeptError =
  | { kind: "action_refused"; type: string; object: string; response: unknown; message: string }
  | { kind: "rejected"; by: string | null; reason: string | null; message: string }
  | { kind: "step_failed"; step: string; errorName: string; message: string };

export type Recordable = ActionRefused | Rejected | StepFailed;

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

export type Loaded =
  | { kept: "result"; body: string }
  /** Kept in an older version; the versions to migrate from. */
  | { kept: "older"; body: string; from: number[] }
  | { kept: "error"; error: Recordable }
  | { kept: "misfit"; misfit: Misfit };

export function load(step: RecordedStep, asked: Shape, migratesFrom: readonly number[]): Loaded {
  const isError = step.schemaName === errorShape.schemaName;
  const fit = schemaFit(step, { ...(isError ? errorShape : asked), migratesFrom }, sha256(step.body));
  switch (fit.fits) {
    case "no":
      return { kept: "misfit", misfit: fit };
    case "migrated":
      return { kept: "older", body: step.body, from: fit.from };
    case "as_is": {
      if (!isError) return { kept: "result", body: step.body };
      const error = revive(JSON.parse(step.body) as KeptError);
      if (error !== null) return { kept: "error", error };
      // The hash is right and the name is not: it was altered beside its content.
      const names = { have: step.schemaName, need: asked.schemaName };
      return {
        kept: "misfit",
        misfit: { fits: "no", why: "checkpoint_corrupt", ...names, missing: null, newer: false },
      };
    }
  }
}

export function errorBody(error: Recordable): Shape & { body: string } {
  return { ...errorShape, body: JSON.stringify(keptError(error)) };
}

function keptError(error: Recordable): KeptError {
  const { message } = error;
  if (error instanceof ActionRefused) {
    return { kind: "action_refused", ...error.action, response: error.response ?? null, message };
  }
  if (error instanceof Rejected) return { kind: "rejected", by: error.by, reason: error.reason, message };
  return { kind: "step_failed", step: error.step, errorName: error.errorName, message };
}

/** Null for what `errorBody` never wrote. */
function revive(kept: KeptError | null): Recordable | null {
  switch (kept?.kind) {
    case "action_refused":
      return new ActionRefused({ type: kept.type, object: kept.object }, kept.response, kept.message);
    case "rejected":
      return new Rejected(kept.by, kept.reason, kept.message);
    case "step_failed":
      return new StepFailed(kept.step, kept.errorName, kept.message);
    case undefined:
      return null;
  }
}
