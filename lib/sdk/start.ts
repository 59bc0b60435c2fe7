/** Starts a run. */

import type { Backend } from "./backend";
import { identifier } from "./identifier";
import { newId } from "./new-id";
import type { Workflow } from "./workflow";

let connected: Backend | null = null;

/** The backend of this process, so that `start` and `guard` need not be told each time. */
export function connect(backend: Backend): void {
  connected = backend;
}

/** Throws an Error when none was connected. */
export function connectedBackend(): Backend {
  if (connected === null) throw new Error("There is no backend: call connect(backend) first, or pass one.");
  return connected;
}

/**
 * A second start with the same `logicalRunId` (a ticket's event id, say) returns the first run, with created: false.
 * Throws what the input's schema throws, ValueRefused for an input that cannot be kept, and an Error when no backend was
 * given or connected.
 */
export async function start<I>(
  workflow: Workflow<I, unknown>,
  input: I,
  options: {
    logicalRunId: string;
    /** The person on whose behalf it runs, by the id or e-mail that the console knows: four eyes are counted by it. */
    requestedBy?: string;
    backend?: Backend;
  },
): Promise<{ runId: string; created: boolean }> {
  const backend = options.backend ?? connectedBackend();
  const parsed = workflow.parseInput(input);
  const { run, created } = await backend.startRun({
    id: newId(),
    workflow: workflow.name,
    workflowVersion: workflow.version,
    logicalRunId: identifier("The logical run id", options.logicalRunId),
    subject: workflow.subjectOf(parsed),
    requestedBy: options.requestedBy === undefined ? null : identifier("The requester", options.requestedBy),
    input: parsed,
    recovery: workflow.recovery,
    leaseMs: workflow.leaseMs,
  });
  return { runId: run.id, created };
}
