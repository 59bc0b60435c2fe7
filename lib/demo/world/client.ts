// A small client for the world's log and its faults, for the demo panel, the seed and the demo's worker.
// The agents themselves do not use it: they talk to the systems as they would to real ones.

import type { z } from "zod";
import { type Counts, CountsAnswer, ErrorBody, type ErrorCode, Health, LogPage, type LogQuery } from "./contract";
import { Fault, FaultCleared, type FaultInput, FaultList, KillAnswer, type KillQuestion } from "./fault";

// The log and the switches answer from memory; beyond this the world is stopped or hung.
const ANSWER_MS_MAX = 5_000;

/** The world answered, and the answer was no. */
export class WorldRefused extends Error {
  readonly code: ErrorCode;

  constructor({ code, message }: z.infer<typeof ErrorBody>) {
    super(message);
    this.name = "WorldRefused";
    this.code = code;
  }
}

/** Every method throws `WorldRefused` on a refusal, and whatever `fetch` throws when the world cannot be reached. */
export function worldClient(baseUrl: string) {
  async function ask<S extends z.ZodType>(
    answer: S,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<z.output<S>> {
    const response = await fetch(new URL(path, baseUrl), {
      method,
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
      ...(body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
    const json: unknown = await response.json();
    if (!response.ok) throw new WorldRefused(ErrorBody.parse(json));
    return answer.parse(json);
  }

  return {
    health: () => ask(Health, "GET", "/health"),

    log: (query: LogQuery = {}): Promise<LogPage> => ask(LogPage, "GET", `/log${searchOf(query)}`),

    /** Executed effects and model calls by kind; of one business object, or of all. */
    counts: async (object?: string): Promise<Counts> =>
      (await ask(CountsAnswer, "GET", `/log/counts${searchOf({ object })}`)).counts,

    armFault: (fault: FaultInput): Promise<Fault> => ask(Fault, "POST", "/faults", fault),

    faults: async (): Promise<Fault[]> => (await ask(FaultList, "GET", "/faults")).faults,

    /** False when no such fault is armed any more: it has struck, or somebody else cleared it. */
    async clearFault(id: string): Promise<boolean> {
      try {
        await ask(FaultCleared, "DELETE", `/faults/${encodeURIComponent(id)}`);
        return true;
      } catch (error) {
        if (error instanceof WorldRefused && error.code === "not_found") return false;
        throw error;
      }
    },

    /** Asked by the worker at each boundary; true at most once per armed switch. */
    takeKill: async (question: KillQuestion): Promise<boolean> =>
      (await ask(KillAnswer, "POST", "/faults/take", question)).kill,
  };
}

export type WorldClient = ReturnType<typeof worldClient>;

function searchOf(query: Record<string, unknown>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return given.length === 0 ? "" : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
