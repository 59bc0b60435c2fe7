/** Declares a workflow: named code with a version, which workers register and runs are started of. */

import type { Recovery } from "@/lib/progress/run";
import { type Duration, durationMs } from "./duration";
import { OptionRefused } from "./errors";
import { identifier } from "./identifier";
import type { Run, StepOptions } from "./run";
import { parseWith, type Schema } from "./schema";

export type WorkflowOptions<I> = {
  /** A positive integer. Runs go on under a newer version, never under an older one. */
  version: number;
  input: Schema<I>;
  /** What follows when a worker dies: another goes on by itself, or a person resumes it. */
  recovery: Recovery;
  /** How long a silent worker keeps a run; 30 s by default, at least 1 s. */
  leaseMs?: Duration;
  /** The business object the run is about, such as a ticket id: shown and searched. */
  subject?: (input: I) => string;
  /**
   * Of steps' results, by the name of the step: what `run.step` need not say again. Declared here, a checkpoint that
   * does not fit is seen before anybody resumes; else it is known once a worker has met the step.
   */
  schemas?: Record<string, StepSchema>;
};

// biome-ignore lint/suspicious/noExplicitAny: each step's result has a type of its own
export type StepSchema = Pick<StepOptions<any>, "schema" | "version" | "migrate">;

export type Workflow<I = unknown, O = unknown> = {
  name: string;
  version: number;
  recovery: Recovery;
  leaseMs: number;
  schemas: Record<string, StepSchema>;
  /** Throws what the input's schema throws. */
  parseInput(input: unknown): I;
  subjectOf(input: I): string | null;
  run(run: Run, input: I): Promise<O>;
};

// biome-ignore lint/suspicious/noExplicitAny: the input is both given and taken, so no other type accepts every workflow
export type AnyWorkflow = Workflow<any, unknown>;

const leaseMsDefault = 30_000;

/** Throws OptionRefused for a version that is no positive integer and for a lease under 1 s. */
export function workflow<I, O>(
  name: string,
  options: WorkflowOptions<I>,
  run: (run: Run, input: I) => O | Promise<O>,
): Workflow<I, O> {
  if (!Number.isSafeInteger(options.version) || options.version < 1) {
    throw new OptionRefused(`The version of ${name} is ${options.version}; use 1, 2, 3 and so on.`);
  }
  const leaseMs = options.leaseMs === undefined ? leaseMsDefault : durationMs("The lease", options.leaseMs);
  if (leaseMs < 1_000) throw new OptionRefused(`The lease of ${name} is ${leaseMs} ms; at least 1000 are needed.`);
  return {
    name: identifier("The workflow's name", name),
    version: options.version,
    recovery: options.recovery,
    leaseMs,
    schemas: options.schemas ?? {},
    parseInput: (input) => parseWith(options.input, input),
    subjectOf: (input) => options.subject?.(input) ?? null,
    run: async (handle, input) => run(handle, input),
  };
}
