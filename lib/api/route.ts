/**
 * The door of every route: who asks, from where, is the input well formed; then one verb; then an answer that is
 * written through its own schema. Nothing behind it parses again.
 */

import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { whyKeyMayNot } from "@/lib/auth/keys/api-key";
import { authenticateKey, bearsKey } from "@/lib/auth/keys/authenticate-key";
import { rootCause } from "@/lib/auth/root-cause";
import { type CurrentUser, currentUser } from "@/lib/auth/session";
import type { CommandAnswer } from "@/lib/engine/command";
import type { Operator } from "@/lib/engine/command-store";
import { checkJson, InputRefused } from "@/lib/engine/limits";
import { parseStrictJson } from "@/lib/engine/strict-json";
import { log } from "@/lib/log";
import { countRequest } from "@/lib/metrics";
import type { ReviewEngine } from "@/lib/review/review-engine";
import { getEngine } from "@/lib/wiring";
import { isProblemCode, type ProblemCode, problemOf, Refusal } from "./problem";

type Schema = z.ZodType;
type Output<S> = S extends z.ZodType<infer O> ? O : undefined;

export type Asked<P, Q, B> = {
  engine: ReviewEngine;
  user: CurrentUser;
  operator: Operator;
  params: Output<P>;
  query: Output<Q>;
  body: Output<B>;
  request: Request;
};

type RouteParts<P, Q, B, A extends Schema> = {
  params?: P;
  query?: Q;
  body?: B;
  answer: A;
  /** For an answer that is a text to be kept as a file; `name` holds nothing but letters, digits, dots and hyphens. */
  file?: (asked: Asked<P, Q, B>) => { name: string; type: string };
  handle: (asked: Asked<P, Q, B>) => Promise<z.input<A>>;
};

type Params = Record<string, string | string[] | undefined>;
type Context = { params: Promise<Params | undefined> };

/** Commands and starts are small; whatever is larger is not for a console. */
const bodyMaxBytes = 3 * 1024 * 1024;

export function route<
  A extends Schema,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(parts: RouteParts<P, Q, B, A>): Door {
  const door = observed("info", async (request, context, requestId) => {
    try {
      if (request.method !== "GET") refuseForeignOrigin(request);
      const user = bearsKey(request.headers) ? await readerOf(request) : await currentUser(request.headers);
      if (user === null) throw new Refusal("unauthenticated", "Your session ended. Sign in again.");
      const asked = {
        engine: await getEngine(),
        user,
        operator: { id: user.id, name: user.name, role: user.role, email: user.email },
        params: parse(parts.params, await context.params, "bad_id"),
        query: parse(parts.query, Object.fromEntries(new URL(request.url).searchParams), "bad_request"),
        body: parts.body && parse(parts.body, await readBody(request), "invalid"),
        request,
        // Each member was parsed by the schema its type is taken from, or is undefined like that type.
      } as Asked<P, Q, B>;
      const answer = parts.answer.parse(await parts.handle(asked));
      const headers = { "cache-control": "no-store", "x-request-id": requestId };
      const file = parts.file?.(asked);
      if (file === undefined) return Response.json(answer, { headers });
      return new Response(String(answer), {
        headers: {
          ...headers,
          "content-type": `${file.type}; charset=utf-8`,
          "content-disposition": `attachment; filename="${file.name}"`,
          "x-content-type-options": "nosniff",
        },
      });
    } catch (error) {
      return failed(error, request, requestId);
    }
  });
  const { params, query, body, answer, file } = parts;
  return Object.assign(door, {
    contract: { params, query, body, answer, asks: "session" as const, isFile: file !== undefined },
  });
}

/** A door without a session: counted, logged and refused like every other, answering in JSON. */
export const answered = (
  contract: Contract,
  handle: (request: Request, requestId: string) => Promise<{ answer: unknown; headers?: Record<string, string> }>,
): Door => {
  const door = observed("debug", async (request, _, requestId) => {
    try {
      const { answer, headers } = await handle(request, requestId);
      return Response.json(answer, {
        headers: { "cache-control": "no-store", "x-request-id": requestId, ...headers },
      });
    } catch (error) {
      return failed(error, request, requestId);
    }
  });
  return Object.assign(door, { contract });
};

const failed = (error: unknown, request: Request, requestId: string): Response =>
  problemOf(error, requestId, (unexpected) =>
    log.error({ err: rootCause(unexpected), requestId, url: new URL(request.url).pathname }, "request failed"),
  );

/** What a route takes and gives, as the description of the API is made of it: the schemas that it parses with. */
export type Contract = {
  params?: Schema | undefined;
  query?: Schema | undefined;
  body?: Schema | undefined;
  answer: Schema;
  /** "session" takes a key for reading as well, where it only reads. */
  asks: "session" | "key";
  summary?: string;
  /** Where a repeat is known by an Idempotency-Key. */
  idempotent?: boolean;
  /** Of an answer that is a file. */
  isFile?: boolean;
};

export type Door = ((request: Request, context: Context) => Promise<Response>) & { contract: Contract };
type Answering = (request: Request, context: Context) => Promise<Response>;

/**
 * Each answer is counted, and each that may have changed something is logged with the ids that it was about: what people
 * press at once, what a fleet of workers calls many times a second only where somebody wants to see it.
 */
function observed(
  level: "info" | "debug",
  answer: (request: Request, context: Context, requestId: string) => Promise<Response>,
): Answering {
  return async (request, context) => {
    const requestId = randomUUID();
    const startedMs = performance.now();
    const response = await answer(request, context, requestId);
    const { method } = request;
    const code = response.status;
    const tookMs = Math.round(performance.now() - startedMs);
    // Next gives none to a route that has none.
    const params = (await context.params) ?? {};
    const { pathname } = new URL(request.url);
    countRequest({ route: routeOf(pathname, params), method, code, tookMs });
    log[method === "GET" ? "debug" : level]({ requestId, method, url: pathname, code, tookMs, ...params }, "request");
    return response;
  };
}

/** The address with its ids replaced by their names, of which there are as many as there are routes. */
function routeOf(pathname: string, params: Params): string {
  const names = new Map(Object.entries(params).map(([name, value]) => [String(value), `[${name}]`]));
  return pathname
    .split("/")
    .map((part) => names.get(part) ?? names.get(decode(part)) ?? part)
    .join("/");
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A program with a key for reading sees what a viewer sees. What a person is asked for is never a program's. */
async function readerOf(request: Request): Promise<CurrentUser | null> {
  const key = await authenticateKey(request);
  if (key === null) throw new Refusal("unauthenticated", "This key is not good, or no longer.");
  if (request.method !== "GET") throw new Refusal("key_may_not", "Only a person who is signed in may do this.");
  const why = whyKeyMayNot(key, { scope: "read" });
  if (why !== null) throw new Refusal("key_may_not", why);
  return { id: key.id, name: key.name, email: "", role: "viewer" };
}

/** A refused command becomes a problem answer with the facts that the person needs to go on. */
export function applied<T extends object>(answer: CommandAnswer<T>): { ok: true } & T {
  if (answer.ok) return answer;
  if (!isProblemCode(answer.code)) throw new Error(`The code ${answer.code} has no HTTP answer.`);
  throw new Refusal(answer.code, answer.message, answer.facts);
}

/** What a page asks for must exist. */
export function found<T>(value: T | null, code: ProblemCode & `${string}_not_found`, what: string): T {
  if (value === null)
    throw new Refusal(code, `There is no such ${what}. It may have been removed, or the address is wrong.`);
  return value;
}

export function parse(schema: Schema | undefined, value: unknown, code: "bad_id" | "bad_request" | "invalid"): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message }));
  const first = fields[0];
  const detail = first ? `${first.path === "" ? "The request" : first.path}: ${first.message}` : "It cannot be read.";
  throw new Refusal(code, detail, { fields });
}

export async function readBody(request: Request, bytesMax = bodyMaxBytes): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? "")) {
    throw new Refusal("unsupported_media_type", "Send the body as application/json.");
  }
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > bytesMax) throw tooLarge(declared, bytesMax);
  const text = await request.text();
  if (text.length > bytesMax) throw tooLarge(text.length, bytesMax);
  let body: unknown;
  try {
    body = parseStrictJson(text, "The body");
  } catch (error) {
    if (error instanceof InputRefused) throw error;
    throw new Refusal("bad_json", "The body is not JSON.");
  }
  checkJson(body, bytesMax, "The body");
  return body;
}

const tooLarge = (bytes: number, bytesMax: number) =>
  new Refusal("too_large", `The body has ${bytes} bytes; at most ${bytesMax} are taken.`);

/** Browsers name the origin of every request that changes something; another site's is refused. */
export function refuseForeignOrigin(request: Request): void {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") throw wrongOrigin();
  const origin = request.headers.get("origin");
  const host = request.headers.get("x-forwarded-host") ?? request.headers.get("host");
  if (origin !== null && host !== null && URL.parse(origin)?.host !== host) throw wrongOrigin();
}

const wrongOrigin = () => new Refusal("wrong_origin", "This request came from another site.");
