/**
 * What the progress of one workflow's runs says about whether it needs checkpoints: what they cost, what they saved, and
 * what was lost without them. Every read is bounded by a number of runs, the newest first.
 */

export type WorkflowRange = { workflow: string; from: number; to: number; runsMax: number };

export type WorkflowUse = {
  /** The runs that everything below counts. */
  runIds: string[];
  /** The most plain steps that one run asked for. */
  plainSteps: number;
  /** What the plain steps of a succeeded run took together, at the median; null when none succeeded. */
  computedP50Ms: number | null;
  /** Executions whose worker died or fell silent in the middle of a run, and their runs. */
  lost: { executions: number; runIds: string[] };
  /** Steps that a resume or a recovery took from a checkpoint, and what they had taken. */
  reused: { steps: number; tookMs: number };
  checkpoints: { rows: number; bytes: number };
  /** Questions to people, and those of them that a resume made void: they were or will be asked again. */
  validations: { asked: number; madeVoid: number; runIds: string[] };
  /** From the end of a step to the begin of the next one within an execution, keeping the result included. */
  betweenSteps: { n: number; p50Ms: number | null; p95Ms: number | null };
};

export interface ProgressProtection {
  /** Runs begun in [from, to), by the name of their workflow. */
  workflowRuns(range: { from: number; to: number }): Promise<{ workflow: string; runs: number }[]>;
  workflowUse(range: WorkflowRange): Promise<WorkflowUse>;
}
