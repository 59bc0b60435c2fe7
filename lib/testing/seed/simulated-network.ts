/**
 * The wire between the agent and its systems, on virtual time: each call takes as long as such a system takes, and may be
 * refused, or answered too late. The request itself really goes to the outside world.
 */

import type { Chance } from "./chance";
import type { VirtualClock } from "./virtual-clock";

export const calls = [
  "ticket",
  "history",
  "model",
  "note",
  "search",
  "message",
  "reply",
  "order",
  "refund",
  "notify",
  "delivery",
  "source",
  "publish",
] as const;
export type Call = (typeof calls)[number];

export type Trouble =
  | { kind: "connection_refused" }
  /** The answer takes this much longer; the effect does not. */
  | { kind: "late_answer"; ms: number }
  /** While it is under way, this happens. */
  | { kind: "meanwhile"; afterMs: number; happens: () => void };

/** From and to, in milliseconds. */
const usualMs: Record<Call, readonly [number, number]> = {
  ticket: [40, 180],
  history: [80, 400],
  model: [2_000, 8_000],
  note: [80, 400],
  search: [60, 300],
  message: [20, 120],
  reply: [60, 250],
  order: [40, 200],
  refund: [150, 900],
  notify: [100, 700],
  delivery: [60, 300],
  source: [4_000, 15_000],
  publish: [100, 500],
};

/** No such host exists: the agent's errors should not quote a port that is gone. */
export const systemsUrl = "http://systems.demo";

export type Network = {
  /** The next call of this kind about the ticket, order, event, question or call meets it. */
  trouble(call: Call, object: string, trouble: Trouble): void;
  uninstall(): void;
};

export function installNetwork(world: { url: string }, clock: VirtualClock, chance: Chance): Network {
  const real = globalThis.fetch;
  const troubles = new Map<string, Trouble[]>();

  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== systemsUrl) return real(input, init);
    const call = callOf(url, init?.method ?? "GET");
    const signal = init?.signal ?? null;
    const object = objectIn(url, init?.body);
    const trouble = troubles.get(`${call} ${object}`)?.shift();
    const [min, max] = usualMs[call];
    const takesMs = chance.between(min, max) * (isLarge(init?.body) ? largeTimes : 1);
    await passing(clock, takesMs * 0.3, signal);
    if (trouble?.kind === "connection_refused") throw connectionRefused(url);
    if (trouble?.kind === "meanwhile") clock.after(trouble.afterMs, trouble.happens);
    const answer = await clock.standStill(async () => {
      const response = await real(new URL(url.pathname + url.search, world.url), init);
      return { body: await response.text(), head: { status: response.status, headers: response.headers } };
    });
    await passing(clock, takesMs * 0.7 + (trouble?.kind === "late_answer" ? trouble.ms : 0), signal);
    return new Response(answer.body, answer.head);
  };

  return {
    trouble(call, object, trouble) {
      const key = `${call} ${object}`;
      troubles.set(key, [...(troubles.get(key) ?? []), trouble]);
    },
    uninstall() {
      globalThis.fetch = real;
    },
  };
}

function callOf({ pathname }: URL, method: string): Call {
  const writes = method.toUpperCase() === "POST";
  if (pathname.startsWith("/model/")) return "model";
  if (pathname.startsWith("/queue/")) return "message";
  if (pathname.startsWith("/crm/customers/")) return "history";
  if (pathname.startsWith("/crm/notes")) return writes ? "note" : "search";
  if (pathname.startsWith("/desk/")) return writes ? "reply" : "ticket";
  if (pathname.startsWith("/billing/")) return writes ? "refund" : "order";
  if (pathname.startsWith("/partner/")) return writes ? "notify" : "delivery";
  if (pathname.startsWith("/library/")) return writes ? "publish" : "source";
  throw new Error(`The simulated network knows no system at ${pathname}.`);
}

/** Addresses and bodies name it the same way, the object of the call first. */
const objectIn = (url: URL, body: unknown): string | undefined =>
  /\b[TOEQK]-\d{4,6}/.exec(`${url.pathname} ${url.search} ${typeof body === "string" ? body : ""}`)?.[0];

/** A prompt with all the documents takes the model minutes. */
const largeTimes = 20;
const isLarge = (body: unknown): boolean => typeof body === "string" && body.includes('"effort":"large"');

function passing(clock: VirtualClock, ms: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener("abort", abort);
      resolve();
    });
    signal?.addEventListener("abort", abort, { once: true });
  });
}

/** As Node's own fetch reports it. */
function connectionRefused({ hostname }: URL): TypeError {
  const cause = Object.assign(new Error(`connect ECONNREFUSED ${hostname}`), {
    code: "ECONNREFUSED",
    syscall: "connect",
  });
  return new TypeError("fetch failed", { cause });
}
