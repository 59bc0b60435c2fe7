// A request as the routes see it: size-limited, decoded, and not yet trusted.

import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import { RequestRefused } from "./answer";

export interface WorldRequest {
  params: Record<string, string>;
  query: URLSearchParams;
  /** The Idempotency-Key header; whether it means anything is up to each system. */
  key: string | null;
  json: unknown;
}

// Many times the largest payload of the demo, small enough that a mistake cannot fill the memory.
export const BODY_BYTES_MAX = 1024 * 1024;
const KEY_LENGTH_MAX = 255;

/** JSON is insisted on: a foreign web page cannot send it to a loopback port without being asked for leave first. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  if (request.method !== "POST") return undefined;
  if (!request.headers["content-type"]?.startsWith("application/json")) {
    throw new RequestRefused("unsupported_media_type", "send the body as application/json");
  }
  const text = await readText(request);
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestRefused("invalid_json", "the body is not JSON");
  }
}

export function readKey(request: IncomingMessage): string | null {
  const key = request.headers["idempotency-key"];
  if (key === undefined || key === "") return null;
  if (typeof key === "string" && key.length <= KEY_LENGTH_MAX) return key;
  throw new RequestRefused("invalid_input", `Idempotency-Key: one value of at most ${KEY_LENGTH_MAX} characters`);
}

/** Refuses with the path of the first thing that is wrong. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.path.join(".");
  const message = issue?.message ?? "not what was expected";
  throw new RequestRefused("invalid_input", path ? `${path}: ${message}` : message);
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Without an encoding set, a request yields buffers only.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Read on to the end although it is thrown away: an answer sent into a half-sent body would never arrive.
    if (size <= BODY_BYTES_MAX) chunks.push(chunk);
  }
  if (size > BODY_BYTES_MAX) {
    throw new RequestRefused("body_too_large", `the body may have ${BODY_BYTES_MAX} bytes, this one has ${size}`);
  }
  return Buffer.concat(chunks).toString("utf8");
}
