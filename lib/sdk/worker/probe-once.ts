/**
 * Takes one look-up that somebody asked for, asks the destination by our marker, and hands in what it said. False when
 * none is due.
 */

import type { AnyAction } from "../action";
import type { ProbeAnswer } from "../attempt/attempt";
import { fetchOnce } from "../attempt/fetch-once";
import type { Backend, FullProbeAnswer } from "../backend";
import type { Clock } from "../clock";

export async function probeOnce(
  backend: Backend,
  workerId: string,
  actions: ReadonlyMap<string, AnyAction>,
  clock: Clock,
): Promise<boolean> {
  const destinations = [...new Set([...actions.values()].map(({ destination }) => destination.name))];
  const task = await backend.takeProbe(workerId, destinations);
  if (task === null) return false;
  const known = actions.get(task.action.type);
  const answer =
    known === undefined
      ? unclear(`The worker that took this look-up has no code for ${task.action.type}.`)
      : await lookUp(known, task.action, clock);
  await backend.reportProbe(task, answer);
  return true;
}

type Asked = { marker: string; providerKey: string; object: string; occurrence: string };

/** An error, or an answer that does not say it is complete, proves nothing. */
async function lookUp(action: AnyAction, asked: Asked, clock: Clock): Promise<FullProbeAnswer> {
  const expiry = new AbortController();
  const { signal } = expiry;
  const { destination } = action;
  const cancel = clock.after(destination.deadlineMs, () => expiry.abort());
  const fetch = fetchOnce({ destination, key: asked.providerKey, signal, onWrite: () => {} });
  const { marker, object, occurrence } = asked;
  try {
    const answer: ProbeAnswer | undefined = await Promise.race([
      action.probe?.({ marker, idempotencyKey: asked.providerKey, object, occurrence, signal, fetch }),
      new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(new Error("No answer before the deadline.")), { once: true });
      }),
    ]);
    if (answer === undefined) return unclear(`${action.type} has no look-up.`);
    const count = answer.count ?? (answer.found ? 1 : 0);
    return {
      found: answer.found,
      complete: answer.complete ?? false,
      count,
      record: answer.record ?? null,
      detail: answer.detail ?? sentence(answer, count, destination.title),
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return unclear(`${destination.title} could not be asked: ${why}`);
  } finally {
    cancel();
  }
}

function sentence({ found, complete }: ProbeAnswer, count: number, title: string): string {
  if (found)
    return count === 1 ? `Found by our marker at ${title}.` : `Found ${count} times by our marker at ${title}.`;
  return complete
    ? `${title} has no record with our marker.`
    : `Not found, but ${title} does not say it saw everything.`;
}

const unclear = (detail: string): FullProbeAnswer => ({
  found: false,
  complete: false,
  count: 0,
  detail,
  record: null,
});
