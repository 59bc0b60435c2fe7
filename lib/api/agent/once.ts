/** Answers a request that arrives again as it was answered the first time. */

import type { ApiKey } from "@/lib/auth/keys/api-key";
import {
  beginRequest,
  forgetRequest,
  type KeyRequest,
  keepAnswer,
  removeOldRequests,
  requestFingerprint,
} from "@/lib/auth/keys/key-requests";
import { getWebAuth } from "@/lib/auth/web-auth";
import { log } from "@/lib/log";
import { Refusal } from "../problem";

type Once = { answer: unknown; headers?: Record<string, string> };

/** Throws Refusal: without a key 400, with one that is under way 409, with another request's 422. */
export async function once(
  request: Request,
  { key, call, body }: { key: ApiKey; call: string; body: unknown },
  work: () => Promise<unknown>,
): Promise<Once> {
  const { database } = await getWebAuth();
  const asked = { keyId: key.id, name: nameOf(request), fingerprint: requestFingerprint(call, body) };
  const begun = await beginRequest(database, asked);
  switch (begun.state) {
    case "answered":
      return { answer: JSON.parse(begun.answer), headers: { "idempotency-replayed": "true" } };
    case "in_flight":
      throw new Refusal("request_in_flight", "This request arrived already and is not answered yet. Ask again.", {
        retryAfterSeconds: 1,
      });
    case "other":
      throw new Refusal("idempotency_key_reused", "This Idempotency-Key was used for another request. Make a new one.");
    case "begun":
      return { answer: await firstTime(database, asked, work) };
  }
}

type WebDatabase = Awaited<ReturnType<typeof getWebAuth>>["database"];

async function firstTime(database: WebDatabase, asked: KeyRequest, work: () => Promise<unknown>): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await work();
  } catch (error) {
    // If this is lost as well, the key is free again after a minute.
    await forgetRequest(database, asked).catch(() => {});
    throw error;
  }
  // It happened, whether or not its answer can be kept: a repeat is answered by the call's own ids then.
  await keepAnswer(database, asked, JSON.stringify(answer)).catch((error) =>
    log.warn({ err: error, call: asked.name }, "an answer could not be kept for a repeat"),
  );
  cleanUp(database);
  return answer;
}

const cleanUpEveryMs = 60_000;
let cleanedUpAtMs = Number.NEGATIVE_INFINITY;

function cleanUp(database: WebDatabase): void {
  if (performance.now() - cleanedUpAtMs < cleanUpEveryMs) return;
  cleanedUpAtMs = performance.now();
  void removeOldRequests(database).catch((error) => log.warn({ err: error }, "old requests could not be removed"));
}

const nameMax = 255;

/** A quoted string in the draft; clients that send it bare mean the same. */
function nameOf(request: Request): string {
  const shown = request.headers.get("idempotency-key")?.trim() ?? "";
  const name = /^"(.*)"$/.exec(shown)?.[1] ?? shown;
  if (name === "" || name.length > nameMax) {
    throw new Refusal("idempotency_key_missing", `Send an Idempotency-Key of 1 to ${nameMax} characters.`);
  }
  return name;
}
