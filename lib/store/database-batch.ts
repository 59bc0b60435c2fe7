/**
 * Calls of one verb that come while another is on its way go together in the next statement: many runs then share a
 * round trip and a commit, and a call that comes alone waits for nobody. Each call is still its own: it locks, compares
 * and writes by itself, and one that fails fails alone.
 */

import { repeatWhenLost } from "./database-repeat";

/** Enough to share the cost of a commit, few enough that a statement stays within a few milliseconds. */
const callsMax = 32;
/** A body may have 2 MiB; beyond this much text, what it costs to send outweighs what a commit costs. */
const charactersMax = 512 * 1024;

type Verb<Call, Answer> = {
  /**
   * One answer for each call, in their order. Calls are applied once however often they are sent. All answers come in one
   * row: after an error between two rows postgres.js would give the next statement its rows in the wrong places.
   */
  send(calls: readonly Call[]): Promise<readonly Answer[]>;
  /** What the call locks: it is in a statement once, and two statements lock what they share in the same order. */
  locks(call: Call): string;
  /** The characters that it sends. */
  characters?(call: Call): number;
};

type Waiting<Call, Answer> = { call: Call; resolve(answer: Answer): void; reject(error: unknown): void };

export function inBatches<Call, Answer>(verb: Verb<Call, Answer>): (call: Call) => Promise<Answer> {
  const waiting: Waiting<Call, Answer>[] = [];
  let isUnderWay = false;

  const next = () => {
    if (isUnderWay || waiting.length === 0) return;
    isUnderWay = true;
    void sendTogether(verb, take(verb, waiting)).finally(() => {
      isUnderWay = false;
      next();
    });
  };

  return (call) =>
    new Promise((resolve, reject) => {
      waiting.push({ call, resolve, reject });
      next();
    });
}

function take<Call, Answer>(verb: Verb<Call, Answer>, waiting: Waiting<Call, Answer>[]): Waiting<Call, Answer>[] {
  const taken = new Map<string, Waiting<Call, Answer>>();
  let characters = 0;
  for (const one of waiting) {
    const lock = verb.locks(one.call);
    characters += verb.characters?.(one.call) ?? 0;
    if (taken.has(lock) || taken.size === callsMax || (taken.size > 0 && characters > charactersMax)) break;
    taken.set(lock, one);
  }
  waiting.splice(0, taken.size);
  return [...taken].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

async function sendTogether<Call, Answer>(
  verb: Verb<Call, Answer>,
  together: readonly Waiting<Call, Answer>[],
): Promise<void> {
  try {
    const answers = await repeatWhenLost(() => verb.send(together.map(({ call }) => call)));
    if (answers.length !== together.length) throw new Error(`${answers.length} answers to ${together.length} calls.`);
    for (const [i, { resolve }] of together.entries()) resolve(answers[i] as Answer);
  } catch (error) {
    // Nothing of it was written. Whose fault it was shows when each is sent by itself.
    if (together.length === 1 || !isRefusal(error)) for (const { reject } of together) reject(error);
    else for (const one of together) await sendTogether(verb, [one]);
  }
}

/** Postgres answered with an error of its own, so the connection is alive. */
const isRefusal = (error: unknown): boolean => (error as { name?: unknown }).name === "PostgresError";
