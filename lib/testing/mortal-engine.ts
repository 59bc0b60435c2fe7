/** An engine whose process dies at one of its calls of a store: before it arrived, or after, so that its answer is lost. */

import type { Engine } from "@/lib/engine/engine";

export type Death = { atCall: number; arrived: boolean };

export type MortalEngine = {
  engine: Engine;
  /** How many calls it made until it died. */
  calls(): number;
};

export function mortalEngine(engine: Engine, death: Death | null): MortalEngine {
  let calls = 0;
  const mortal = <T extends object>(store: T): T =>
    new Proxy(store, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return async (...args: unknown[]) => {
          calls += 1;
          // Whatever a dead process still had in mind never happens.
          if (death !== null && calls > death.atCall) throw new Died();
          if (death?.atCall === calls && !death.arrived) throw new Died();
          const answer: unknown = await Reflect.apply(member, target, args);
          if (death?.atCall === calls) throw new Died();
          return answer;
        };
      },
    });
  return {
    engine: {
      ...engine,
      progress: mortal(engine.progress),
      ledger: mortal(engine.ledger),
      commands: mortal(engine.commands),
      stopDecisions: mortal(engine.stopDecisions),
    },
    calls: () => calls,
  };
}

export class Died extends Error {
  override name = "Died";
}
