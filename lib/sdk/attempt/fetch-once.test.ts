import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer as createTcpServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { action } from "../action";
import { systemClock } from "../clock";
import { type DestinationDeclaration, destination } from "../destination";
import { NotSent, Refused } from "../errors";
import type { Attempt } from "./attempt";
import { perform } from "./perform";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let handler: Handler = (_, response) => response.end();
const requests: IncomingMessage[] = [];
const server = createServer((request, response) => {
  requests.push(request);
  request.resume();
  handler(request, response);
});
let url = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function send(
  code: (attempt: Attempt) => unknown = (attempt) => attempt.fetch(url, { json: { a: 1 } }),
  over: Partial<DestinationDeclaration> = {},
) {
  const declared = destination({ name: "crm", effect: "compensatable", impact: "none", deadline: 400, ...over });
  const sent = action("crm.note", { destination: declared, payload: (value) => value, perform: code });
  const { seen } = await perform(
    {
      action: sent,
      proceed: {
        id: "a",
        number: 1,
        revision: 1,
        providerKey: "rp_key",
        marker: "reprise:m",
        payload: {},
        deadlineMs: 400,
      },
      deadlineAtMs: systemClock.monotonicMs() + declared.deadlineMs,
      stop: new AbortController().signal,
    },
    systemClock,
  );
  return seen;
}

const answering =
  (code: number, body = "", headers: Record<string, string> = {}): Handler =>
  (_, response) => {
    response.writeHead(code, headers);
    response.end(body);
  };

describe("what an HTTP answer proves", () => {
  it.each([
    [200, "confirmed", "accepted", null],
    [204, "confirmed", "accepted", null],
    [301, "unknown", "unreadable", "error"],
    [303, "unknown", "unreadable", "error"],
    [400, "refused", "rejected", "refused"],
    [401, "unknown", "rejected", "refused"],
    [403, "unknown", "rejected", "refused"],
    [404, "refused", "rejected", "refused"],
    [408, "unknown", "rejected", "timeout"],
    [409, "unknown", "rejected", "refused"],
    [410, "refused", "rejected", "refused"],
    [422, "refused", "rejected", "refused"],
    [423, "unknown", "rejected", "refused"],
    [425, "unknown", "rejected", "refused"],
    [429, "unknown", "throttled", "rate_limited"],
    [500, "unknown", "server_error", "server_error"],
    [502, "unknown", "server_error", "server_error"],
    [503, "unknown", "server_error", "server_error"],
  ])("%i: %s", async (code, outcome, transport, reason) => {
    handler = answering(code, "", { location: `${url}/elsewhere` });
    requests.length = 0;
    expect(await send()).toMatchObject({ outcome, transport, reason, httpCode: code });
    expect(requests).toHaveLength(1);
  });

  it.each([429, 503, 409])("%i is not sent where the destination declares it pre-execution", async (code) => {
    handler = answering(code);
    expect(await send(undefined, { preExecutionCodes: [code] })).toMatchObject({ outcome: "not_sent", httpCode: code });
  });

  it("is confirmed by 2xx whatever becomes of the body", async () => {
    handler = answering(201, "{not json", { "content-type": "application/json" });
    expect(await send()).toMatchObject({ outcome: "confirmed", transport: "unreadable", httpCode: 201 });
    handler = (_, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("half");
      setTimeout(() => response.destroy(), 20);
    };
    expect(await send()).toMatchObject({ outcome: "confirmed", transport: "unreadable" });
  });

  it("is told when the destination merged it into an earlier request", async () => {
    handler = answering(201, '{"id":1}', { "content-type": "application/json", "idempotent-replayed": "true" });
    expect(await send()).toMatchObject({
      outcome: "confirmed",
      transport: "deduplicated",
      deduplicated: true,
      response: { id: 1 },
    });
  });

  it("carries the key in the header that the destination declares, on writing requests only", async () => {
    handler = answering(200);
    requests.length = 0;
    await send(
      async (attempt) => {
        await attempt.fetch(`${url}/read`);
        await attempt.fetch(url, { json: {} });
      },
      { deduplicates: { header: "Idempotency-Key", window: "24h" } },
    );
    expect(requests.map(({ method, headers }) => [method, headers["idempotency-key"]])).toEqual([
      ["GET", undefined],
      ["POST", "rp_key"],
    ]);
  });
});

describe("what a broken connection proves", () => {
  it("nothing was sent when the name is unknown, the connection refused, or the address unusable", async () => {
    const closed = createTcpServer();
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    for (const address of ["http://no-such-host.invalid/", `http://127.0.0.1:${port}/`, "no address at all"]) {
      expect(await send((attempt) => attempt.fetch(address, { json: {} }), { deadline: "5s" })).toMatchObject({
        outcome: "not_sent",
        reason: "network_before_send",
      });
    }
  });

  it("nothing was sent when the other side does not speak TLS", async () => {
    handler = answering(200);
    expect(await send((attempt) => attempt.fetch(url.replace("http:", "https:"), { json: {} }))).toMatchObject({
      outcome: "not_sent",
    });
  });

  it("nobody knows after a reset that follows the request", async () => {
    handler = (request) => request.socket.destroy();
    expect(await send()).toMatchObject({
      outcome: "unknown",
      transport: "connection_lost",
      reason: "network_after_send",
    });
  });

  it("nobody knows when no answer comes before the deadline", async () => {
    handler = () => {};
    expect(await send()).toMatchObject({ outcome: "unknown", transport: "timed_out", reason: "timeout" });
  });
});

describe("what the action's code makes of it", () => {
  it("does not change what was seen: a caught error stays what it was", async () => {
    handler = answering(500);
    const seen = await send((attempt) => attempt.fetch(url, { json: {} }).catch(() => "all is well"));
    expect(seen).toMatchObject({ outcome: "unknown", httpCode: 500 });
  });

  it("does not turn a yes into an unknown by failing afterwards", async () => {
    handler = answering(200);
    const seen = await send(async (attempt) => {
      await attempt.fetch(url, { json: {} });
      throw new Error("cannot parse");
    });
    expect(seen).toMatchObject({ outcome: "confirmed" });
  });

  it("counts as its last request when an earlier one is unknown and that one is confirmed", async () => {
    let calls = 0;
    handler = (request, response) => answering(++calls === 1 ? 500 : 200)(request, response);
    const again = async (attempt: Attempt) => {
      await attempt.fetch(url, { json: {} }).catch(() => {});
      await attempt.fetch(url, { json: {} });
    };
    const merges = { deduplicates: { header: "Idempotency-Key", window: "1h" } };
    expect(await send(again, merges)).toMatchObject({ outcome: "confirmed" });
    calls = 0;
    handler = (request, response) => answering(++calls === 1 ? 500 : 400)(request, response);
    expect(await send(again, merges)).toMatchObject({ outcome: "unknown" });
  });

  it.each([
    ["compensatable", 1],
    ["irreversible", 1],
    ["idempotent", 5],
  ] as const)(
    "a retry of its own around fetch sends to a destination whose effects are %s %i times",
    async (effect, times) => {
      const before = requests.length;
      handler = answering(503);
      const seen = await send(
        async (attempt) => {
          for (let i = 0; i < 5; i += 1) await attempt.fetch(url, { json: {} }).catch(() => {});
          throw new Error("gave up");
        },
        { effect },
      );
      expect(seen).toMatchObject({ outcome: "unknown", httpCode: 503 });
      expect(requests.length - before).toBe(times);
    },
  );

  it("a retry of its own around fetch sends again what is proven not to have been executed", async () => {
    let calls = 0;
    handler = (request, response) => answering(++calls < 3 ? 429 : 200)(request, response);
    const again = async (attempt: Attempt) => {
      for (let i = 0; i < 5; i += 1) {
        if (
          await attempt.fetch(url, { json: {} }).then(
            () => true,
            () => false,
          )
        )
          return;
      }
    };
    expect(await send(again, { preExecutionCodes: [429] })).toMatchObject({ outcome: "confirmed" });
    expect(calls).toBe(3);
  });

  it.each([
    [new NotSent("no route"), "not_sent"],
    [new Refused("no such customer"), "refused"],
    [new Error("vendor client failed"), "unknown"],
    ["a text", "unknown"],
  ])("%s without a request of ours: %s", async (thrown, outcome) => {
    expect(
      await send(() => {
        throw thrown;
      }),
    ).toMatchObject({ outcome });
  });

  it("does not let a claim of not sent stand against what was seen", async () => {
    handler = answering(500);
    const seen = await send(async (attempt) => {
      await attempt.fetch(url, { json: {} }).catch(() => {});
      throw new NotSent("surely not");
    });
    expect(seen).toMatchObject({ outcome: "unknown" });
  });

  it("is not reported as ended while it still runs after its deadline", async () => {
    expect(await send(() => new Promise(() => {}))).toBeNull();
  });
});
