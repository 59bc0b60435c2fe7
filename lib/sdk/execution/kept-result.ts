/** The forms in which results are kept as checkpoints, beside the step's own. */

import { createHash } from "node:crypto";
import { schemaFit } from "@/lib/progress/checkpoint";
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
  | { kept: "error"; error: Recordable }
  | { kept: "misfit"; why: "schema_mismatch" | "checkpoint_corrupt"; have: string; need: string };

export function load(step: RecordedStep, asked: Shape): Loaded {
  const isError = step.schemaName === errorShape.schemaName;
  const fit = schemaFit(step, isError ? errorShape : asked, sha256(step.body));
  if (!fit.fits) return { kept: "misfit", why: fit.why, have: fit.have, need: fit.need };
  // Written by `errorBody`, and its hash is right.
  return isError
    ? { kept: "error", error: revive(JSON.parse(step.body) as KeptError) }
    : { kept: "result", body: step.body };
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

function revive(kept: KeptError): Recordable {
  switch (kept.kind) {
    case "action_refused":
      return new ActionRefused({ type: kept.type, object: kept.object }, kept.response, kept.message);
    case "rejected":
      return new Rejected(kept.by, kept.reason, kept.message);
    case "step_failed":
      return new StepFailed(kept.step, kept.errorName, kept.message);
  }
}
