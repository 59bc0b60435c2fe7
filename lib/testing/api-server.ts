/** The API's own routes behind a real server on loopback, as `next start` would serve them. */

import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

type Door = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
export type RouteModules = Record<string, Partial<Record<"GET" | "POST", Door>>>;

/** `modules` by their file, such as "/app/api/v1/worker/claim/route.ts"; only those without an id in their address. */
export async function serveApi(modules: RouteModules): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (incoming, outgoing) => {
    const [pathname = ""] = (incoming.url ?? "").split("?");
    const door = modules[`/app${pathname}/route.ts`]?.[incoming.method as "GET" | "POST"];
    const gone = new AbortController();
    outgoing.on("close", () => gone.abort());
    const answer = door
      ? await door(await requestOf(incoming, gone.signal), { params: Promise.resolve({}) })
      : new Response(null, { status: 404 });
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    outgoing.end(Buffer.from(await answer.arrayBuffer()));
  });
  return listening(server);
}

/** Passes everything on, and loses the answers that `loses` picks: the request arrived, and the caller cannot know. */
export async function serveLossy(to: string, loses: (path: string) => boolean): ReturnType<typeof serveApi> {
  const server = createServer(async (incoming, outgoing) => {
    const request = await requestOf(incoming, new AbortController().signal);
    const path = incoming.url ?? "";
    const { method, headers } = request;
    const answer = await fetch(`${to}${path}`, { method, headers, body: await request.arrayBuffer() });
    const body = Buffer.from(await answer.arrayBuffer());
    if (loses(path)) return outgoing.destroy();
    outgoing.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    outgoing.end(body);
  });
  return listening(server);
}

async function requestOf(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  const body = incoming.method === "GET" ? undefined : Buffer.concat(chunks);
  return new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method,
    headers,
    body,
    signal,
  });
}

async function listening(server: Server): ReturnType<typeof serveApi> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
