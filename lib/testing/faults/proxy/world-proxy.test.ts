import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startWorldProxy, type WorldProxy, type WorldTreatment } from "./world-proxy";

let server: Server;
let proxy: WorldProxy;
let executed: string[];

beforeEach(async () => {
  executed = [];
  server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    executed.push(body);
    response.end("done");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  proxy = await startWorldProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 100);
});
afterEach(async () => {
  await proxy.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const body = JSON.stringify({ intent: "one" });
async function send(): Promise<string> {
  const signal = AbortSignal.timeout(400);
  try {
    return await (await fetch(proxy.url, { method: "POST", body, signal })).text();
  } catch {
    return "no answer";
  }
}

it("replies that are kept to be reordered come in two halves, the latest first", async () => {
  const intents = ["one", "two", "three", "four"];
  proxy.treat(new Map(intents.map((intent) => [intent, "reply_reordered"])));
  const answered: string[] = [];
  const asked = intents.map(async (intent) => {
    await (await fetch(proxy.url, { method: "POST", body: JSON.stringify({ intent }) })).text();
    answered.push(intent);
  });
  await vi.waitFor(() => expect(executed).toHaveLength(4));
  const arrived = executed.map((text) => JSON.parse(text).intent);
  await new Promise((resolve) => setTimeout(resolve, 50));
  proxy.deliverHalfReversed();
  await vi.waitFor(() => expect(answered).toHaveLength(2));
  expect(new Set(answered)).toEqual(new Set(arrived.slice(2)));
  proxy.deliverHalfReversed();
  proxy.deliverHalfReversed();
  await Promise.all(asked);
});

it.each<[WorldTreatment, { answer: string; executed: number }]>([
  ["request_lost", { answer: "no answer", executed: 0 }],
  ["reply_lost", { answer: "no answer", executed: 1 }],
  ["reply_never", { answer: "no answer", executed: 1 }],
  ["reply_late", { answer: "done", executed: 1 }],
  ["reply_twice", { answer: "done", executed: 1 }],
])("%s happens to the first request of an intention, and the next one is treated well", async (treatment, expected) => {
  proxy.treat(new Map([["one", treatment]]));
  expect({ answer: await send(), executed: executed.length }).toEqual(expected);
  expect(proxy.treated()).toEqual(["one"]);
  expect(await send()).toBe("done");
  expect(executed).toHaveLength(expected.executed + 1);
});
