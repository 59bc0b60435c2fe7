/** Everything the seed leaves to chance, from one number: the same seed gives the same history. */

export type Chance = {
  /** In [0, 1). */
  next(): number;
  between(min: number, max: number): number;
  happens(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** A stream of its own, so that what one run draws never moves what another one gets. */
  fork(name: string): Chance;
};

export function chanceOf(seed: string): Chance {
  let state = hash(seed);

  // Mulberry32: 32 bits of state are plenty for some thousand draws.
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  return {
    next,
    between: (min, max) => min + (max - min) * next(),
    happens: (probability) => next() < probability,
    pick(list) {
      const found = list[Math.floor(next() * list.length)];
      if (found === undefined) throw new Error("There is nothing to pick from.");
      return found;
    },
    fork: (name) => chanceOf(`${seed}/${name}`),
  };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value;
}
