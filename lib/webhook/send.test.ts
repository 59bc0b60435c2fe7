import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { aMessage } from "@/lib/testing/message-store-conformance";
import { post } from "./post";
import { type Received, receiver } from "./receiver";
import { bodyOf, sender } from "./send";

const key = Buffer.alloc(32, 1);
const webhook = { key, mayBePrivate: true };
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
  expect(await sender({ ...webhook, url }, publicUrl)(message)).toEqual({ delivered: true });
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
  const send = sender({ ...webhook, url }, publicUrl);
  await send(message);
  await send(message);
  expect(got.map(({ again }) => again)).toEqual([false, true]);
});

test("a receiver that knows another secret refuses the message as forged, and it counts as not delivered", async () => {
  const { url, got, refused } = await aReceiver(Buffer.alloc(32, 2));
  expect(await sender({ ...webhook, url }, publicUrl)(message)).toEqual({
    delivered: false,
    error: "It answered 401.",
  });
  expect({ got, refused }).toEqual({ got: [], refused: ["forged"] });
});

test.each([
  ["too old", -10 * 60_000, "too_old"],
  ["from the future", 10 * 60_000, "from_the_future"],
])("a message that is %s is refused for the real reason", async (_, ms, why) => {
  const { url, refused } = await aReceiver();
  await sender({ ...webhook, url }, publicUrl, () => Date.now() + ms)(message);
  expect(refused).toEqual([why]);
});

test("a host that is not named is not reached in a private network, whatever its name resolves to", async () => {
  const { url, got } = await aReceiver();
  const refused = {
    delivered: false,
    error: "It is in a private network: name its host in WEBHOOK_PRIVATE_HOSTS if messages may go there.",
  };
  for (const host of ["127.0.0.1", "localhost", "[::1]", "2130706433"]) {
    const there = url.replace("127.0.0.1", host);
    expect(await sender({ url: there, key, mayBePrivate: false }, publicUrl)(message), host).toEqual(refused);
  }
  expect(got).toEqual([]);
});

test("a receiver that says nothing holds no sender", async () => {
  const url = await listen(createServer(() => {}));
  const sent = post({ url, headers: {}, body: "{}", timeoutMs: 50, mayBePrivate: true });
  await expect(sent).rejects.toMatchObject({ name: "TimeoutError" });
});

test("a redirect is not followed", async () => {
  const { url, got } = await aReceiver();
  const redirecting = await listen(createServer((_, response) => response.writeHead(307, { location: url }).end()));
  expect(await sender({ ...webhook, url: redirecting }, publicUrl)(message)).toEqual({
    delivered: false,
    error: "It answered 307: redirects are not followed.",
  });
  expect(got).toEqual([]);
});

test("a receiver that is not there is said in words", async () => {
  const { url } = await aReceiver();
  await new Promise((resolve) => servers.splice(0)[0]?.close(resolve));
  expect(await sender({ ...webhook, url }, publicUrl)(message)).toEqual({
    delivered: false,
    error: "Nothing listens there.",
  });
});
