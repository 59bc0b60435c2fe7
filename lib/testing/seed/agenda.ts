/** What is to happen when, in the order of its times. */

export type Agenda = {
  at(time: number, happen: () => Promise<void>): void;
  /** The earliest entry, taken out. */
  next(): { time: number; happen: () => Promise<void> } | null;
};

export function createAgenda(): Agenda {
  const entries: { time: number; nth: number; happen: () => Promise<void> }[] = [];
  let added = 0;
  return {
    at(time, happen) {
      entries.push({ time, nth: added++, happen });
    },
    next() {
      // Of two entries for the same moment the one that was made first.
      entries.sort((a, b) => b.time - a.time || b.nth - a.nth);
      return entries.pop() ?? null;
    },
  };
}
