/** What to say when the code asks for something else than what the run recorded: both names, and what to do. */

import type { StepKind } from "@/lib/progress/step";
import type { UnsettledAction } from "../backend";
import type { Execution } from "./execution";

type Named = { name: string; kind: StepKind };

const codeOf = ({ workflow }: Execution): string => `The code of ${workflow.name} v${workflow.version}`;

export function anotherKind(ex: Execution, asked: Named, recorded: Named & { number?: number }): string {
  return `${codeOf(ex)} asks for the ${asked.kind} "${asked.name}", and the run recorded the ${recorded.kind} "${recorded.name}". Start workers whose code asks for the ${recorded.kind}, or resume from ${before(recorded.number)}.`;
}

export function newBeforeRecorded(ex: Execution, asked: Named, recorded: Named & { number: number }): string {
  const under = ex.claimed.run.workflowVersion;
  return `${codeOf(ex)} asks for the new ${asked.kind} "${asked.name}" before "${recorded.name}", which the run finished under v${under}. Declare "${asked.name}" optional, or resume from ${before(recorded.number)}.`;
}

export function neverAsked(ex: Execution, { type, object, state }: UnsettledAction): string {
  const last = [...ex.asked].at(-1)?.split("\u001f")[0];
  const ended = last === undefined ? "ended" : `ended after "${last}"`;
  const sent = state === "unknown" || state === "sending";
  const next = sent
    ? "Settle it or start workers whose code asks for it, then resume."
    : "Start workers whose code asks for it and resume, or cancel the run, which withdraws it.";
  return `${codeOf(ex)} ${ended} without asking for ${type} for ${object}, which an earlier execution left ${state}. ${next}`;
}

const before = (number: number | undefined): string =>
  number === undefined ? "a checkpoint before it" : number === 1 ? "zero" : `checkpoint ${number - 1}`;
