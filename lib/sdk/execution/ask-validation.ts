/** Waits for a person: about exactly these held actions, or for an answer that sends nothing. */

import type { ValidationWrite } from "@/lib/progress/store";
import type { ApprovalSubject, Role, Validation } from "@/lib/progress/validation";
import { roles } from "@/lib/progress/validation";
import type { ActionRequest } from "../action";
import { durationMs } from "../duration";
import { OptionRefused, Rejected } from "../errors";
import { identifier } from "../identifier";
import { newId } from "../new-id";
import type { Approval, Approved, ValidationOptions } from "../run";
import { parseWith } from "../schema";
import { ask, type LiveStep, occurrenceOf, refuseNested } from "./ask";
import type { Execution } from "./execution";
import { LeaseLost } from "./execution";
import { intentOf } from "./intent";
import { type KeptValidation, validationShape } from "./kept-result";

export function askValidation<T>(ex: Execution, given: string, options: ValidationOptions<T>): Promise<Approved<T>> {
  refuseNested(`run.validation("${given}")`);
  const name = identifier("The validation's name", given);
  const key = options.occurrence === undefined ? undefined : identifier("The occurrence", options.occurrence);
  const question = questionOf(options);
  return ask<Approved<T>>(ex, {
    kind: "validation",
    name,
    occurrence: occurrenceOf(ex, name, key),
    shape: validationShape,
    decode(body) {
      const { by, reason, answer, at } = parse(body);
      // Without a schema the caller names the shape it expects.
      const parsed = options.answer === undefined ? (answer as T) : parseWith(options.answer, answer);
      return { by: by ?? "", reason, answer: parsed, at: new Date(at) };
    },
    timeOf: (body) => parse(body).at,
    live: (step) => decided(ex, step, (validation) => requestAnswer(ex, step, validation, options, question)),
  });
}

/** Resolves with the validation that grants them; its id is null when they were all granted or final before. */
export function askApproval(
  ex: Execution,
  requests: readonly ActionRequest[],
  approval: Approval,
  name = "approval",
): Promise<KeptValidation> {
  const question = questionOf(approval);
  return ask<KeptValidation>(ex, {
    kind: "validation",
    name,
    occurrence: occurrenceOf(ex, name, undefined),
    shape: validationShape,
    decode: parse,
    timeOf: (body) => parse(body).at,
    live: (step) => decided(ex, step, () => requestApproval(ex, step, requests, question)),
  });
}

type Question = Pick<ValidationWrite, "ask" | "role" | "withinMs" | "quorum" | "fourEyes" | "onExpiry" | "escalation">;

function questionOf({ ask: text, role, within, quorum = 1, fourEyes = false, onExpiry = "block" }: Approval): Question {
  if (quorum !== 1 && quorum !== 2) throw new OptionRefused(`A quorum is 1 or 2 people, not ${quorum}.`);
  const question = {
    ask: text,
    role: roleOf(role),
    withinMs: durationMs("The time to decide", within),
    quorum,
    fourEyes,
  };
  if (typeof onExpiry === "string") return { ...question, onExpiry, escalation: null };
  const withinMs = durationMs("The time to decide after the escalation", onExpiry.within);
  return { ...question, onExpiry: "escalate", escalation: { role: roleOf(onExpiry.escalateTo), withinMs } };
}

function roleOf(given: string): Role {
  const known = roles.find((one) => one === given);
  if (known === undefined) throw new OptionRefused(`There is no role "${given}": use one of ${roles.join(", ")}.`);
  return known;
}

/** Goes on from whatever became of an earlier question; asks when there is none that still counts. */
async function decided(
  ex: Execution,
  step: LiveStep<unknown>,
  request: (earlier: Validation | null) => Promise<void>,
): Promise<void> {
  const validation = step.open?.validation ?? null;
  switch (validation?.state) {
    case "pending":
      return wait(ex, validation.id, validation.ask, validation.role);
    case "approved": {
      const { by = null, reason = null, answer = null, decidedAt = 0 } = validation.decision ?? {};
      return step.succeed(keep({ validationId: validation.id, by, reason, answer, at: decidedAt }));
    }
    case "rejected":
      return step.fail(new Rejected(validation.decision?.by ?? null, validation.decision?.reason ?? null));
    case "expired":
      if (validation.onExpiry === "reject") {
        return step.fail(new Rejected(null, "nobody decided in time", `Nobody decided in time: ${validation.ask}`));
      }
      return ex.pending.stick({
        cause: "validation_expired",
        text: `Nobody decided in time: ${validation.ask} Nothing was sent.`,
        actionIds: [],
      });
    case "withdrawn":
    case undefined:
      return request(validation);
  }
}

async function requestAnswer<T>(
  ex: Execution,
  step: LiveStep<unknown>,
  _earlier: Validation | null,
  { show = null }: ValidationOptions<T>,
  question: Question,
): Promise<void> {
  const shown: unknown = JSON.parse(ex.around.backend.encode(show, `What ${step.name} shows`));
  await open(ex, step, question, { kind: "answer", subjects: [], shown });
}

async function requestApproval(
  ex: Execution,
  step: LiveStep<unknown>,
  requests: readonly ActionRequest[],
  question: Question,
): Promise<void> {
  const { backend } = ex.around;
  const { logicalRunId } = ex.claimed.run;
  const actions = requests.map((request) => ({ actionId: newId(), intent: intentOf(request, true) }));
  const answer = await ex.persist(() => backend.hold({ holder: ex.holder, logicalRunId, actions }));
  switch (answer.answer) {
    case "held":
      return open(ex, step, question, { kind: "approval", subjects: answer.subjects, shown: null });
    case "granted":
      return step.succeed(
        keep({ validationId: null, by: null, reason: null, answer: null, at: Math.round(ex.databaseNow()) }),
      );
    case "payload_mismatch":
      return ex.pending.stick({
        cause: "payload_mismatch",
        text: "An action that was declared before is asked for with another payload.",
        actionIds: [answer.actionId],
      });
    case "stale_lease":
      throw new LeaseLost("stale_lease");
  }
}

async function open(
  ex: Execution,
  step: LiveStep<unknown>,
  question: Question,
  about: { kind: "approval" | "answer"; subjects: ApprovalSubject[]; shown: unknown },
): Promise<void> {
  const id = newId();
  ex.writer.add({
    steps: [step.row("needs_person")],
    validations: [{ id, stepId: step.id, ...question, ...about }],
  });
  await ex.writer.flush();
  wait(ex, id, question.ask, question.role);
}

const wait = (ex: Execution, validationId: string, text: string, role: string): void =>
  ex.pending.wait({ cause: "validation", text: `Waits for ${role}: ${text}`, validationId });

const keep = (validation: KeptValidation): string => JSON.stringify(validation);
// Written by `keep`, and its hash is right.
const parse = (body: string): KeptValidation => JSON.parse(body) as KeptValidation;
