/** The typed client of API v1: the console is an ordinary client of it. */

import type { z } from "zod";
import { Problem } from "@/lib/api/contract/basics";
import { shown } from "./shown";

/** What went wrong, in words for the person, with the request id to look for in the log. */
export class ApiError extends Error {
  override name = "ApiError";
  constructor(
    readonly code: string,
    message: string,
    readonly requestId: string | null,
    /** The HTTP answer's number; 0 when none came. */
    readonly httpCode: number,
    readonly facts?: unknown,
  ) {
    super(message);
  }
}

/** The server understood and said no: asking again gets the same answer. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.httpCode >= 400 && error.httpCode < 500;

/** GET, parsed by the route's own schema. */
export async function read<S extends z.ZodType>(
  schema: S,
  path: string,
  query: Query = {},
  signal?: AbortSignal,
): Promise<z.output<S>> {
  return schema.parse(await ask(`${path}${queryText(query)}`, { signal }));
}

/** POST. `body.nonce` names the click: sending the same body again is the same command. */
export async function send<S extends z.ZodType>(schema: S, path: string, body: unknown): Promise<z.output<S>> {
  return schema.parse(
    await ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  );
}

export type Query = Record<string, string | number | boolean | readonly string[] | null | undefined>;

export function queryText(query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) continue;
    params.set(name, Array.isArray(value) ? value.join(",") : String(value));
  }
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}

async function ask(path: string, init: RequestInit): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}`, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(
      "unreachable",
      "The console's server does not answer. Check your connection, then try again.",
      null,
      0,
    );
  }
  const body: unknown = shown(await response.json().catch(() => null));
  if (response.ok) return body;
  const problem = Problem.safeParse(body);
  if (!problem.success) {
    throw new ApiError(
      "unreadable",
      `The server answered ${response.status} without a reason.`,
      response.headers.get("x-request-id"),
      response.status,
    );
  }
  const { code, detail, requestId, facts } = problem.data;
  throw new ApiError(code, detail, requestId, response.status, facts);
}
