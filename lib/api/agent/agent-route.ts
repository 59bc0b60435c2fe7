/**
 * The door of every call that programs make: how much was asked already, whose key it is, what that is for, is the ask
 * well formed; then the verb; then an answer that is written through its own schema. Nobody gets in here by a session.
 */

import type { z } from "zod";
import type { ApiKey } from "@/lib/auth/keys/api-key";
import { whyKeyMayNot } from "@/lib/auth/keys/api-key";
import { authenticateKey } from "@/lib/auth/keys/authenticate-key";
import { getEngine } from "@/lib/wiring";
import { Refusal } from "../problem";
import { answered, type Door, parse, readBody, refuseForeignOrigin } from "../route";
import type { AgentCall } from "./agent-call";
import { once } from "./once";
import { RateLimit } from "./rate-limit";

/** Several results at once, each up to 2 MiB and written as JSON inside JSON. */
const bodyMaxBytes = 12 * 1024 * 1024;

// Routes may be bundled apart from each other; the limit is the process's.
const kept = globalThis as typeof globalThis & { repriseRateLimit?: RateLimit };

export function agentRoute<Ask extends z.ZodType, Answer extends z.ZodType>(call: AgentCall<Ask, Answer>): Door {
  const { ask: body, answer, summary, mutates: idempotent } = call;
  return answered({ body, answer, summary, idempotent, asks: "key" }, async (request) => {
    refuseForeignOrigin(request);
    refuseTooMany(request, call);
    const key = await authenticateKey(request);
    if (key === null) throw new Refusal("unauthenticated", "Show a key that is good: Authorization: Bearer rpk_...");
    refuseScope(key, call);
    const shown = await readBody(request, bodyMaxBytes);
    const ask = parse(call.ask, shown, "invalid") as z.output<Ask>;
    const engine = await getEngine();
    const work = async () => call.answer.parse(await call.handle({ engine, key, ask, signal: request.signal }));
    return call.mutates ? once(request, { key, call: call.path, body: shown }, work) : { answer: await work() };
  });
}

function refuseTooMany(request: Request, { bucket }: Pick<AgentCall, "bucket">): void {
  kept.repriseRateLimit ??= new RateLimit();
  const shown = request.headers.get("authorization") ?? "";
  const afterSeconds = kept.repriseRateLimit.take(shown, bucket, performance.now());
  if (afterSeconds === 0) return;
  throw new Refusal("too_many_requests", `Too many requests with this key: try again in ${afterSeconds} s.`, {
    retryAfterSeconds: afterSeconds,
  });
}

function refuseScope(key: ApiKey, { scopes }: Pick<AgentCall, "scopes">): void {
  if (scopes.some((scope) => key.scopes.includes(scope))) return;
  const [scope] = scopes;
  const why = scope && whyKeyMayNot(key, { scope });
  throw new Refusal("key_may_not", why ?? "This key is not for this call.");
}
