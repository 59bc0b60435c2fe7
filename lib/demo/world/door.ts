// The HTTP door: finds the route, reads the request, writes the answer. Whatever comes in, the process stays up.

import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type Answer, hangUp, RequestRefused, refusal } from "./answer";
import { readJson, readKey } from "./request";
import type { Route } from "./routes";

export function doorOf(routes: readonly Route[]): RequestListener {
  return (request, response) => {
    void answer(routes, request).then((reply) => {
      if (reply === hangUp) request.socket.destroy();
      else write(response, reply);
    });
  };
}

async function answer(routes: readonly Route[], request: IncomingMessage): Promise<Answer | typeof hangUp> {
  try {
    const { route, params, query } = findRoute(routes, request);
    const json = await readJson(request);
    return await route.handle({ params, query, key: readKey(request), json });
  } catch (error) {
    if (error instanceof RequestRefused) return error.answer;
    // The text may hold what another caller sent; it goes to the terminal and not into the answer.
    console.error("the outside world could not answer", request.method, request.url, error);
    return refusal("internal_error", "the outside world could not answer, see its output");
  }
}

function findRoute(routes: readonly Route[], request: IncomingMessage) {
  // Not `new URL`: it throws on targets such as "//", and a path is all that is looked at.
  const [path = "", search = ""] = (request.url ?? "").split("?", 2);
  const allowed: string[] = [];
  for (const route of routes) {
    const params = match(route.path, path);
    if (!params) continue;
    if (route.method === request.method) return { route, params, query: new URLSearchParams(search) };
    allowed.push(route.method);
  }
  if (allowed.length === 0) throw new RequestRefused("not_found", "there is nothing at this address");
  const allow = allowed.join(", ");
  throw new RequestRefused("method_not_allowed", `this address takes ${allow}`, { Allow: allow });
}

function match(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [position, segment] of wanted.entries()) {
    const actual = given[position] ?? "";
    if (segment.startsWith(":")) params[segment.slice(1)] = decode(actual);
    else if (segment !== actual) return null;
  }
  return params;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new RequestRefused("invalid_input", "the address is not properly encoded");
  }
}

function write(response: ServerResponse, { httpCode, body, headers }: Answer): void {
  if (response.destroyed) return; // the caller gave up waiting
  response.writeHead(httpCode, { "Content-Type": "application/json; charset=utf-8", ...headers });
  response.end(JSON.stringify(body));
}
