// The faults armed right now. They live in memory only: a world that is started again is a well-behaved one.
// One call is struck by at most one fault, the one armed first.

import type { z } from "zod";
import type { Kind } from "./contract";
import { type CallFault, type Fault, type FaultInput, type KillQuestion, kindStruckBy } from "./fault";

export function createFaultRegister() {
  const armed = new Map<string, Fault>();
  let last = 0;

  function strike(fault: Fault): void {
    if (fault.count === null) return;
    fault.count -= 1;
    if (fault.count === 0) armed.delete(fault.id);
  }

  return {
    arm(input: z.output<typeof FaultInput>): Fault {
      last += 1;
      const fault: Fault = { ...input, id: `F-${last}` };
      armed.set(fault.id, fault);
      return { ...fault };
    },

    list: (): Fault[] => [...armed.values()].map((fault) => ({ ...fault })),

    clear: (id: string): boolean => armed.delete(id),

    /** Uses up one strike of the first fault that fits this call. */
    take(kind: Kind, object: string): CallFault | null {
      for (const fault of armed.values()) {
        if (fault.fault === "kill" || kindStruckBy(fault) !== kind || !fits(fault.object, object)) continue;
        strike(fault);
        return fault;
      }
      return null;
    },

    /** Whether the worker is to die at this boundary. Used up by the asking, so the next worker survives it. */
    takeKill(question: z.output<typeof KillQuestion>): boolean {
      for (const fault of armed.values()) {
        if (fault.fault !== "kill" || fault.boundary !== question.boundary) continue;
        if (!fits(fault.object, question.object) || !fits(fault.step, question.step)) continue;
        strike(fault);
        return true;
      }
      return false;
    },
  };
}

export type FaultRegister = ReturnType<typeof createFaultRegister>;

function fits(wanted: string | null, actual: string | null): boolean {
  return wanted === null || wanted === actual;
}
