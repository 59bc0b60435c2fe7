/** What the person at the terminal sees of a start: one plain line per stage, with its time. */

export type Stage = <T>(name: string, work: (note: (text: string) => void) => Promise<T>) => Promise<T>;

// A stage that takes longer is announced before it is over, or the terminal would look dead.
const patienceMs = 2_000;

/** Between stages a requested stop takes effect: `signal` decides. */
export function createStages(signal: AbortSignal, print: (line: string) => void): Stage {
  return async (name, work) => {
    signal.throwIfAborted();
    const startedAt = Date.now();
    let detail = "";
    const announce = setTimeout(() => print(formatLine(name, "...", detail)), patienceMs);
    try {
      const result = await work((text) => {
        detail = text;
      });
      signal.throwIfAborted();
      print(formatLine(name, formatSeconds(Date.now() - startedAt), detail));
      return result;
    } finally {
      clearTimeout(announce);
    }
  };
}

/** For what is said outside stages, by the product or by one of its processes. */
export function formatLine(name: string, middle: string, text: string): string {
  return `${name.padEnd(10)} ${middle.padStart(8)}  ${text}`.trimEnd();
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
