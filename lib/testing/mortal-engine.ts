/** An engine whose process dies at one of its calls of a store: before it arrived, or after, so that its answer is lost. */

import type { Engine } from "@/lib/engine/engine";

export type Death = { atCall: number; arrived: boolean };

export type MortalEngine<E> = {
  engine: E;
  /** The names of the calls that it made until it died. */
  calls(): string[];
};

export function mortalEngine<E extends Engine>(engine: E, death: Death | null): MortalEngine<E> {
  const calls: string[] = [];
  const mortal = <T extends object>(store: T): T =>
    new Proxy(store, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return async (...args: unknown[]) => {
          calls.push(String(name));
          const at = calls.length;
          // Whatever a dead process still had in mind never happens.
          if (death !== null && at > death.atCall) throw new Died();
          if (death?.atCall === at && !death.arrived) throw new Died();
          const answer: unknown = await Reflect.apply(member, target, args);
          if (death?.atCall === at) throw new Died();
          return answer;
        };
      },
    });
  // What is no store is a function, or the hash, which asks nobody.
  const isStore = ([name, part]: [string, unknown]) => typeof part === "object" && part !== null && name !== "hash";
  const stores = Object.entries(engine).filter(isStore);
  const mortals = Object.fromEntries(stores.map(([name, store]) => [name, mortal(store as object)]));
  return { engine: { ...engine, ...mortals }, calls: () => calls };
}

export class Died extends Error {
  override name = "Died";
}
