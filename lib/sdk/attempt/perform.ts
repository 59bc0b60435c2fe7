/**
 * Runs the code of an action once, within its deadline, and says what is proven. What `attempt.fetch` saw wins over
 * what is thrown; `NotSent` and `Refused` count as what they say; after every other error nobody knows, since a
 * vendor's client may have retried inside.
 */

import type { AnyAction } from "../action";
import type { Proceed } from "../backend";
import type { Clock } from "../clock";
import { NotSent, Refused } from "../errors";
import { fetchOnce } from "./fetch-once";
import { foldSeen, RequestFailed, type Seen } from "./seen";

/** Code that heeds its signal ends at once; after this it counts as hung, and its end is reported when it comes. */
const hungAfterMs = 250;

export type Performed = {
  /** Null when the code still runs past its deadline: it may still send, so nothing may be reported yet. */
  seen: Seen | null;
  /** What the code shows in the end; never rejects. */
  ended: Promise<Seen>;
};

export async function perform(
  ask: { action: AnyAction; proceed: Proceed; deadlineAtMs: number; stop: AbortSignal },
  clock: Clock,
): Promise<Performed> {
  const deadline = new AbortController();
  const signal = AbortSignal.any([deadline.signal, ask.stop]);
  const ended = performOnce(ask, signal);
  const hung = new Promise<null>((resolve) => {
    const left = Math.max(0, ask.deadlineAtMs - clock.monotonicMs());
    let cancel = clock.after(left, () => {
      deadline.abort(new DOMException("The attempt's deadline passed.", "TimeoutError"));
      cancel = clock.after(hungAfterMs, () => resolve(null));
    });
    void ended.then(() => cancel());
  });
  return { seen: await Promise.race([ended, hung]), ended };
}

async function performOnce(
  { action, proceed }: { action: AnyAction; proceed: Proceed },
  signal: AbortSignal,
): Promise<Seen> {
  const { payload, marker, providerKey: key, number } = proceed;
  const writes: Seen[] = [];
  const { destination } = action;
  const fetch = fetchOnce({ destination, key, signal, onWrite: (seen) => writes.push(seen) });
  try {
    const returned = await action.perform({ payload, marker, idempotencyKey: key, number, signal, fetch });
    const seen = foldSeen(writes) ?? accepted;
    return seen.outcome === "confirmed" && returned !== undefined ? { ...seen, response: returned } : seen;
  } catch (error) {
    return foldSeen(writes) ?? seenInThrow(error, signal.aborted);
  }
}

const accepted: Seen = {
  outcome: "confirmed",
  transport: "accepted",
  reason: null,
  httpCode: null,
  detail: null,
  deduplicated: false,
};

function seenInThrow(error: unknown, aborted: boolean): Seen {
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const rest = { httpCode: null, detail, deduplicated: false };
  // Only reading requests were made: what the failed one shows is all there is.
  if (error instanceof RequestFailed) return error.seen;
  if (error instanceof NotSent) {
    return { ...rest, outcome: "not_sent", transport: "not_sent", reason: "network_before_send" };
  }
  if (error instanceof Refused) {
    return { ...rest, outcome: "refused", transport: "rejected", reason: "refused", response: error.response };
  }
  return aborted
    ? { ...rest, outcome: "unknown", transport: "timed_out", reason: "timeout" }
    : { ...rest, outcome: "unknown", transport: "threw", reason: "error" };
}
