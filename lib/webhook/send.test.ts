import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { aMessage } from "@/lib/testing/message-store-conformance";
import { type Received, receiver } from "./receiver";
import { bodyOf, sender } from "./send";

const key = Buffer.alloc(32, 1);
const publicUrl = "https://reprise.example.com";
const message = {
  ...aMessage({ name: "support-ticket T-1041" }),
  ...{ tries: 1, nextTryAt: 0, deliveredAt: null, givenUpAt: null, error: null },
};

const servers: Server[] = [];
afterEach(() => servers.splice(0).map((server) => server.close()));

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address with one.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function aReceiver(itsKey = key) {
  const got: Received[] = [];
  const refused: string[] = [];
  const url = await listen(
    receiver(
      itsKey,
      (received) => got.push(received),
      (why) => refused.push(why),
    ),
  );
  return { url, got, refused };
}

test("the receiver gets ids, name, state and a link, signed, and nothing else", async () => {
  const { url, got } = await aReceiver();
  expect(await sender({ url, key }, publicUrl)(message)).toEqual({ delivered: true });
  expect(got.map(({ id }) => id)).toEqual([message.id]);
  expect(JSON.parse(got[0]?.body ?? "")).toEqual({
    type: "person.needed",
    timestamp: new Date(message.at).toISOString(),
    data: {
      runId: message.objectId,
      name: "support-ticket T-1041",
      state: "interrupted",
      link: `${publicUrl}/runs/${message.objectId}`,
    },
  });
});

test("a review's message leads to its week", () => {
  const ready = { ...message, event: "review.ready", objectKind: "review", name: "2026-W48", state: "draft" } as const;
  expect(JSON.parse(bodyOf(ready, publicUrl)).data).toEqual({
    reviewId: message.objectId,
    name: "2026-W48",
    state: "draft",
    link: `${publicUrl}/reviews/2026-W48`,
  });
});

test("a message that arrives a second time is recognised by its id", async () => {
  const { url, got } = await aReceiver();
  const send = sender({ url, key }, publicUrl);
  await send(message);
  await send(message);
  expect(got.map(({ again }) => again)).toEqual([false, true]);
});

test("a receiver that knows another secret refuses the message as forged, and it counts as not delivered", async () => {
  const { url, got, refused } = await aReceiver(Buffer.alloc(32, 2));
  expect(await sender({ url, key }, publicUrl)(message)).toEqual({ delivered: false, error: "It answered 401." });
  expect({ got, refused }).toEqual({ got: [], refused: ["forged"] });
});

test.each([
  ["too old", -10 * 60_000, "It was signed more than 5 minutes ago"],
  ["from the future", 10 * 60_000, "It is dated more than 5 minutes ahead"],
])("a message that is %s is answered with the real reason", async (_, ms, text) => {
  const { url } = await aReceiver();
  const answers: string[] = [];
  const real = globalThis.fetch;
  vi.stubGlobal("fetch", async (...ask: Parameters<typeof fetch>) => {
    const answer = await real(...ask);
    answers.push(`${answer.status} ${await answer.clone().text()}`);
    return answer;
  });
  await sender({ url, key }, publicUrl, () => Date.now() + ms)(message);
  vi.unstubAllGlobals();
  expect(answers).toEqual([expect.stringContaining(`401 ${text}`)]);
});

test("a redirect is not followed", async () => {
  const { url, got } = await aReceiver();
  const redirecting = await listen(createServer((_, response) => response.writeHead(307, { location: url }).end()));
  expect(await sender({ url: redirecting, key }, publicUrl)(message)).toEqual({
    delivered: false,
    error: "It answered 307: redirects are not followed.",
  });
  expect(got).toEqual([]);
});

test("a receiver that is not there is said in words", async () => {
  const { url } = await aReceiver();
  await new Promise((resolve) => servers.splice(0)[0]?.close(resolve));
  expect(await sender({ url, key }, publicUrl)(message)).toEqual({ delivered: false, error: "Nothing listens there." });
});
