/** A web process of the campaign: the product's own doors for what people press, without its pages. Prints its address. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { POST as settle } from "@/app/api/v1/actions/[actionId]/settle/route";
import { POST as resume } from "@/app/api/v1/runs/[runId]/resume/route";
import { POST as decide } from "@/app/api/v1/validations/[validationId]/decide/route";

type Door = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

const doors: { path: RegExp; door: Door }[] = [
  { path: /^\/api\/v1\/runs\/(?<runId>[^/]+)\/resume$/, door: resume },
  { path: /^\/api\/v1\/actions\/(?<actionId>[^/]+)\/settle$/, door: settle },
  { path: /^\/api\/v1\/validations\/(?<validationId>[^/]+)\/decide$/, door: decide },
];

const server = createServer((request, response) => {
  void serve(request, response).catch((error) => {
    response.writeHead(500).end(String(error));
  });
});

async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(incoming.url ?? "/", `http://${incoming.headers.host}`);
  for (const { path, door } of doors) {
    const params = path.exec(url.pathname)?.groups;
    if (params === undefined) continue;
    const headers = new Headers();
    for (const [name, value] of Object.entries(incoming.headers))
      if (typeof value === "string") headers.set(name, value);
    const request = new Request(url, { method: "POST", headers, body: await read(incoming) });
    const answer = await door(request, { params: Promise.resolve({ ...params }) });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
    return;
  }
  response.writeHead(404).end();
}

async function read(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += part;
  return text;
}

server.listen(0, "127.0.0.1", () => {
  // A server that listens on TCP has such an address.
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
