/** Every route of API v1, called as the browser calls it, on a database of its own. */

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { createUser } from "@/lib/auth/create-user";
import { demoAccounts, demoPassword } from "@/lib/auth/demo-accounts";
import { loadDemoAccounts } from "@/lib/auth/load-demo-accounts";
import { openSession } from "@/lib/auth/open-session";
import { getWebAuth } from "@/lib/auth/web-auth";
import type { Role } from "@/lib/progress/validation";
import type { ReviewEngine } from "@/lib/review/review-engine";
import { parseWeek, weekName, weeksLater } from "@/lib/review/week";
import { aCrm, aDestination, anId } from "@/lib/testing/factories";
import { fullDisk } from "@/lib/testing/full-disk";
import { aNewAction, aReport } from "@/lib/testing/ledger-world";
import { aMessage } from "@/lib/testing/message-store-conformance";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { closeEngine, getEngine } from "@/lib/wiring";
import { isoDay } from "@/lib/zone";
import { Problem } from "./contract/basics";
import { RunbookView } from "./contract/runbook";

type Door = ((request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>) & {
  contract?: { answer: z.ZodType };
};
type Module = Partial<Record<"GET" | "POST", Door>>;

const modules = import.meta.glob<Module>("/app/api/v1/**/route.ts", { eager: true });
const doors = Object.entries(modules).flatMap(([file, module]) =>
  (["GET", "POST"] as const).flatMap((method) => {
    const door = module[method];
    return door ? [{ method, path: file.slice("/app/api/v1".length, -"/route.ts".length), door }] : [];
  }),
);

const address = "http://127.0.0.1:3000";
const cookies = new Map<Role, string>();
let database: TestDatabase;
let engine: ReviewEngine;

beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("REPRISE_DEMO", "1");
  await loadDemoAccounts(database.url);
  const { auth } = await getWebAuth();
  for (const { role, email } of demoAccounts) {
    const set = await openSession(auth, new Headers({ host: "127.0.0.1:3000" }), { email, password: demoPassword });
    cookies.set(role, (set ?? []).map((line) => line.split(";")[0]).join("; "));
  }
  engine = await getEngine();
});

afterAll(async () => {
  await closeEngine();
  await (await getWebAuth()).database.close();
  await database.drop();
  vi.unstubAllEnvs();
});

/** Outside of the API's versions: each has its own reason to need no session, and its own test. */
const otherDoors = [
  "/app/api/auth/[...all]/route.ts",
  "/app/api/health/route.ts",
  "/app/api/metrics/route.ts",
  "/app/api/ready/route.ts",
  "/app/first-admin/claim/route.ts",
  "/app/sign-in/as/route.ts",
];

describe("every route", () => {
  it("stands in a table of who may ask, or among the few doors outside of the API", () => {
    const all = Object.keys(import.meta.glob("/app/**/route.ts"));
    expect(all.filter((file) => !Object.hasOwn(modules, file)).sort()).toEqual(otherDoors);
  });

  it("was found", () => {
    expect(doors.length).toBeGreaterThanOrEqual(17);
  });

  it.each(doors)("$method $path lets nobody in without a session", async ({ method, path, door }) => {
    const answer = await call(door, method, path, { as: null });
    expect([answer.response.status, answer.problem?.code]).toEqual([401, "unauthenticated"]);
  });

  it.each(doors.filter(({ method }) => method === "POST"))(
    "POST $path refuses another site",
    async ({ method, path, door }) => {
      const foreign: Record<string, string>[] = [
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { origin: "https://evil.example" },
        { origin: "null" },
      ];
      for (const headers of foreign) {
        const refused = await call(door, method, path, { as: "admin", headers });
        expect([refused.response.status, refused.problem?.code]).toEqual([403, "wrong_origin"]);
      }
    },
  );

  it.each(doors.filter(({ path }) => path.includes("[")))("$method $path refuses an id that is none", async (route) => {
    // The name of a workflow is any text that is short enough.
    const id = route.path.includes("[workflow]") ? "x".repeat(256) : "Not an id";
    const answer = await call(route.door, route.method, route.path, { as: "admin", id });
    expect([answer.response.status, answer.problem?.code]).toEqual([400, "bad_id"]);
  });

  it.each(doors.filter(({ path }) => path.includes("[")))(
    "$method $path says that an unknown id is not there",
    async (route) => {
      const answer = await call(route.door, route.method, route.path, { as: "admin", body: bodyFor(route.path) });
      expect(answer.response.status).toBe(404);
      expect(answer.problem?.code).toMatch(/_not_found$/);
    },
  );

  it.each(doors.filter(({ method, path }) => method === "POST" && path.includes("[")))(
    "POST $path refuses a body that is no JSON, too large, too deep or of another type",
    async ({ method, path, door }) => {
      expect((await call(door, method, path, { as: "admin", text: "{" })).problem?.code).toBe("bad_json");
      const huge = JSON.stringify({ reason: "x".repeat(4 * 1024 * 1024) });
      expect((await call(door, method, path, { as: "admin", text: huge })).problem?.code).toBe("too_large");
      const deep = `{"reason":${"[".repeat(35_000)}${"]".repeat(35_000)}}`;
      expect((await call(door, method, path, { as: "admin", text: deep })).problem?.code).toBe("too_deep");
      const form = { "content-type": "application/x-www-form-urlencoded" };
      const posted = await call(door, method, path, { as: "admin", text: "{}", headers: form });
      expect(posted.problem?.code).toBe("unsupported_media_type");
    },
  );

  it.each(doors.filter(({ method, path }) => method === "GET" && !path.includes("[") && !path.startsWith("/demo")))(
    "GET $path answers in its own contract on an empty database",
    async ({ method, path, door }) => {
      // A bar is named by what it counts; there is no usual one.
      const query = path === "/insights/retries" ? "half=steps&reason=timeout&from=0&to=1" : undefined;
      const as = ["/keys", "/people"].includes(path) ? "admin" : "viewer";
      expect((await call(door, method, path, { as, query })).response.status).toBe(200);
    },
  );

  it("GET /keys shows them to an admin, and never a key or its hash", async () => {
    const made = await call(doorAt("/keys", "POST"), "POST", "/keys", { as: "admin", body: bodyFor("/keys") });
    const { key } = made.answer as { key: string };
    const list = await call(doorAt("/keys"), "GET", "/keys", { as: "admin" });
    expect(list.answer).toMatchObject({ keys: [{ name: "EU workers", prefix: key.slice(0, 12) }] });
    expect(JSON.stringify(list.answer)).not.toContain(key.slice(13));
    const refused = await call(doorAt("/keys"), "GET", "/keys", { as: "lead" });
    expect([refused.response.status, refused.problem?.code]).toEqual([403, "role_missing"]);
  });

  it.each([
    ["/runs", "cursor=nonsense"],
    ["/actions", "cursor=nonsense"],
    ["/runs", "states=asleep"],
    ["/runs", "pageSize=0"],
    ["/insights", "zone=Mars/Olympus"],
    ["/insights", "from=5&to=4"],
  ])("GET %s?%s is a bad request with a reason", async (path, query) => {
    const answer = await call(doorAt(path), "GET", path, { as: "viewer", query });
    expect(answer.response.status).toBe(400);
    expect(answer.problem?.detail.length).toBeGreaterThan(10);
  });
});

describe("what cannot be kept exactly", () => {
  const revise = "/actions/[actionId]/revise";
  const levels = (count: number) => `${"[".repeat(count)}${"]".repeat(count)}`;
  const bodyWith = (payload: string) =>
    `{"nonce":"${crypto.randomUUID()}","version":1,"reason":"looked at it","payload":${payload}}`;

  it.each([
    ["a 64-bit id", '{"ticket_id":1533947986218845197}', 400, "number_not_safe"],
    ["the first unsafe integer", "9007199254740993", 400, "number_not_safe"],
    ["a number beyond all doubles", "1e400", 400, "number_not_safe"],
    ["a decimal of thirty digits", "0.123456789012345678901234567890", 400, "number_not_safe"],
    ["a field given twice", '{"amount":10,"amount":11}', 400, "duplicate_key"],
    ["half a surrogate pair", '"\\ud800"', 422, "lone_surrogate"],
    ["65 levels", levels(65), 422, "too_deep"],
    ["5,000 levels", levels(5_000), 422, "too_deep"],
    ["2 MiB and some bytes", JSON.stringify("x".repeat(2 * 1024 * 1024)), 413, "too_large"],
  ])("%s in a payload is refused, with what to do, and changes nothing", async (_, payload, status, code) => {
    const id = await anObjectFor(revise);
    const before = await engine.ledger.readAction(id);
    const { response, problem } = await call(doorAt(revise), "POST", revise, {
      as: "operator",
      id,
      text: bodyWith(payload),
    });
    expect([response.status, problem?.code]).toEqual([status, code]);
    expect(problem?.detail.length).toBeGreaterThan(20);
    expect(await engine.ledger.readAction(id)).toEqual(before);
  });

  it.each([
    ["/runs", "text=%00"],
    ["/runs", "workflow=a%00b"],
    ["/runs", `text=${"%C3%A9".repeat(128)}`],
    ["/runs/plans", "text=%00"],
    ["/actions", "text=a%00"],
    ["/actions", "destination=%00"],
    ["/runs", "cursor=%00"],
    ["/actions", "cursor=%00"],
    ["/validations", "cursor=%00"],
  ])("GET %s?%s is a bad request, and no broken statement", async (path, query) => {
    const answer = await call(doorAt(path), "GET", path, { as: "viewer", query });
    expect(answer.response.status).toBe(400);
  });

  it.each(["\u0000", "é".repeat(128), ""])("the destination %j is no name", async (name) => {
    const path = "/destinations/hold";
    const body = { nonce: crypto.randomUUID(), name, reason: "Migration" };
    expect((await call(doorAt(path), "POST", path, { as: "operator", body })).response.status).toBe(422);
  });

  it("a reason keeps its NUL and its literal backslash-u0000, and comes back as it was pasted", async () => {
    const path = "/runs/[runId]/cancel";
    const id = await anObjectFor(path);
    const reason = "pasted a\u0000b and a\\u0000b";
    const body = { nonce: crypto.randomUUID(), reason };
    expect((await call(doorAt(path), "POST", path, { as: "operator", id, body })).response.status).toBe(200);
    const read = await call(doorAt("/runs/[runId]"), "GET", "/runs/[runId]", { as: "viewer", id });
    expect(read.answer).toMatchObject({ commands: [{ reason }], progress: { run: { causeText: reason } } });
  });
});

describe("reading", () => {
  const everyRole = demoAccounts.map(({ role }) => role);
  /** A new route stands in no line here, and fails until somebody decided who reads it. */
  const mayRead: Record<string, readonly Role[]> = {
    ...Object.fromEntries(
      [
        "/actions",
        "/actions/[actionId]",
        "/demo/world",
        "/desk",
        "/destinations",
        "/incidents",
        "/incidents/[incidentId]",
        "/incidents/[incidentId]/evidence",
        "/incidents/counts",
        "/insights",
        "/insights/retries",
        "/insights/workflows",
        "/insights/workflows/[workflow]",
        "/me",
        "/now",
        "/openapi.json",
        "/reviews",
        "/reviews/[week]",
        "/reviews/[week]/amendments",
        "/reviews/[week]/export",
        "/runbooks",
        "/runbooks/[slug]",
        "/runs",
        "/runs/[runId]",
        "/runs/[runId]/checkpoints/[number]",
        "/runs/[runId]/plan",
        "/runs/counts",
        "/runs/plans",
        "/settings",
        "/validations",
        "/validations/[validationId]",
      ].map((path) => [path, everyRole]),
    ),
    "/keys": ["admin"],
    "/people": ["admin"],
  };
  const reads = doors.filter(({ method }) => method === "GET");

  it("is decided for every route, and no route answers a method that no table here knows", () => {
    expect(reads.map(({ path }) => path).sort()).toEqual(Object.keys(mayRead).sort());
    const methods = Object.values(modules).flatMap((module) => Object.keys(module));
    expect(methods.filter((name) => /^(PUT|PATCH|DELETE|HEAD|OPTIONS)$/.test(name))).toEqual([]);
  });

  it("is by whoever the table names, and by nobody else", async () => {
    for (const { path, door } of reads) {
      for (const role of everyRole) {
        const { response, problem } = await call(door, "GET", path, { as: role });
        const which = `${role} at ${path}`;
        if (mayRead[path]?.includes(role)) expect([401, 403], which).not.toContain(response.status);
        else expect([response.status, problem?.code], which).toEqual([403, "role_missing"]);
      }
    }
  });

  it("changes nothing", async () => {
    const before = await everyTable();
    for (const { path, door } of reads) await call(door, "GET", path, { as: "admin" });
    expect(await everyTable()).toEqual(before);
  });
});

/** What each table holds; that somebody was here to read it is all that reading may leave behind. */
async function everyTable(): Promise<Record<string, string>> {
  const { database: kept } = await getWebAuth();
  const tables = await kept.sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('auth', 'ledger', 'ops', 'progress') order by 1`;
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await kept.sql.unsafe<{ hash: string }[]>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t.row, '' order by t.row)), '') as hash
      from (select (to_jsonb(r) - 'last_seen_at')::text as row from ${name} r) t`,
    );
    hashes[name] = row?.hash ?? "";
  }
  return hashes;
}

describe("roles", () => {
  const ofPrograms = doors.filter(({ path }) => /^\/(worker|guard)\//.test(path));
  const commands = doors.filter(
    (door) => door.method === "POST" && !door.path.startsWith("/demo") && !ofPrograms.includes(door),
  );
  const mayPress: Record<string, readonly Role[]> = {
    "/runs/[runId]/resume": ["operator", "lead", "admin"],
    "/runs/[runId]/cancel": ["operator", "lead", "admin"],
    "/actions/[actionId]/check": ["operator", "lead", "admin"],
    "/actions/[actionId]/settle": ["operator", "lead", "admin"],
    "/actions/[actionId]/keep": ["operator", "lead", "admin"],
    "/actions/[actionId]/second": ["operator", "lead", "admin"],
    "/actions/[actionId]/revise": ["operator", "lead", "admin"],
    "/actions/[actionId]/proposal": ["operator", "lead", "admin"],
    "/validations/[validationId]/decide": ["approver", "lead", "admin"],
    "/destinations/check": ["operator", "lead", "admin"],
    "/destinations/hold": ["operator", "lead", "admin"],
    "/destinations/release": ["operator", "lead", "admin"],
    "/incidents": ["operator", "lead", "admin"],
    "/incidents/[incidentId]/change": ["operator", "lead", "admin"],
    "/reviews/[week]/paragraph": ["lead", "admin"],
    "/reviews/[week]/agree": ["lead", "admin"],
    "/reviews/[week]/drop": ["lead", "admin"],
    "/reviews/[week]/mark": ["lead", "admin"],
    "/reviews/[week]/freeze": ["lead", "admin"],
    "/reviews/[week]/amend": ["lead", "admin"],
    "/keys": ["admin"],
    "/keys/[keyId]/rotate": ["admin"],
    "/keys/[keyId]/revoke": ["admin"],
    "/people/[personId]/change": ["admin"],
    "/runs/[runId]/dealt": ["operator", "lead", "admin"],
    "/runbooks/[slug]/steps": ["operator", "lead", "admin"],
  };
  const pairs = commands.flatMap(({ path, door }) => demoAccounts.map(({ role }) => ({ path, door, role })));

  it("are decided for every command", () => {
    expect(commands.map(({ path }) => path).sort()).toEqual(Object.keys(mayPress).sort());
  });

  it.each(ofPrograms)("none of them opens $path: it asks for a key", async ({ path, door }) => {
    for (const { role } of demoAccounts) {
      const answer = await call(door, "POST", path, { as: role });
      expect([answer.response.status, answer.problem?.code]).toEqual([401, "unauthenticated"]);
    }
  });

  it.each(pairs)("$role at $path", async ({ path, door, role }) => {
    const id = await anObjectFor(path);
    const answer = await call(door, "POST", path, { as: role, id, body: bodyFor(path) });
    if (mayPress[path]?.includes(role)) expect(answer.problem?.code).not.toBe("role_missing");
    else expect([answer.response.status, answer.problem?.code]).toEqual([403, "role_missing"]);
  });
});

describe("an irreversible settlement", () => {
  it("is proposed by one person and confirmed by another; the proposer is refused", async () => {
    const runId = engine.newId();
    const declaration = aDestination({ name: "payment", effect: "irreversible" });
    const [actionId, attemptId] = [engine.newId(), engine.newId()];
    const holder = { runId, token: 1, executionId: engine.newId(), workerId: engine.newId() };
    await engine.ledger.begin(holder, aNewAction(holder, { id: actionId, declaration }), {
      id: attemptId,
      deadlineMs: 1_000,
    });
    await engine.ledger.report(aReport(attemptId, "unknown"));
    const press = (as: Role, path: string, body: object) =>
      call(doorAt(path), "POST", path, { as, id: actionId, body: { nonce: crypto.randomUUID(), version: 2, ...body } });
    const said = { as: "did_not_happen", evidence: "not in the bank's list", reason: "looked" };
    const proposed = await press("operator", "/actions/[actionId]/settle", said);
    expect(proposed.answer).toMatchObject({ state: "unknown", proposal: { as: "did_not_happen" } });
    const { proposal } = proposed.answer as { proposal: { id: string } };
    const decide = { proposalId: proposal.id, verdict: "confirm", reason: "looked as well" };
    const own = await press("operator", "/actions/[actionId]/proposal", decide);
    expect([own.response.status, own.problem?.code]).toEqual([403, "same_person"]);
    expect((await engine.ledger.findAction(actionId))?.state).toBe("unknown");
    expect((await press("lead", "/actions/[actionId]/proposal", decide)).answer).toMatchObject({ state: "planned" });
    const late = await press("admin", "/actions/[actionId]/proposal", { ...decide, version: 3 });
    expect(late.problem?.code).toBe("not_unknown");
  });
});

describe("the register of destinations", () => {
  it("shows a hold with who and why, and no longer after the release; a destination nobody declared is not there", async () => {
    await engine.ledger.declareDestinations([aCrm()]);
    const press = (path: string, name = "crm") =>
      call(doorAt(path), "POST", path, {
        as: "operator",
        body: { nonce: crypto.randomUUID(), name, reason: "Migration" },
      });
    await press("/destinations/release");
    expect((await press("/destinations/hold")).response.status).toBe(200);
    expect((await press("/destinations/hold")).problem?.code).toBe("already_held");
    const read = async () => (await call(doorAt("/destinations"), "GET", "/destinations", { as: "viewer" })).answer;
    expect(await read()).toMatchObject({ rows: [{ hold: { reason: "Migration" } }] });
    expect((await press("/destinations/release")).response.status).toBe(200);
    expect(await read()).toMatchObject({ rows: [{ hold: null }] });
    expect((await press("/destinations/hold", "fax")).response.status).toBe(404);
  });
});

describe("an incident", () => {
  const press = (as: Role, id: string, body: object) =>
    call(doorAt("/incidents/[incidentId]/change"), "POST", "/incidents/[incidentId]/change", {
      as,
      id,
      body: { nonce: crypto.randomUUID(), version: 1, reason: "looked at it", ...body },
    });

  it("is reclassified by the lead only, and says in its history what it was before", async () => {
    const id = await anObjectFor("/incidents");
    const change = { kind: "class", to: "progress_loss" };
    expect((await press("operator", id, { change })).problem?.code).toBe("role_missing");
    expect((await press("lead", id, { change })).response.status).toBe(200);
    const read = await call(doorAt("/incidents/[incidentId]"), "GET", "/incidents/[incidentId]", { as: "viewer", id });
    expect(read.answer).toMatchObject({
      incident: { class: "progress_loss" },
      history: [
        { kind: "opened" },
        { kind: "class", before: "duplicate_action", after: "progress_loss", role: "lead" },
      ],
    });
  });

  it("is listed as mine once I took it, and its counts are those of the list", async () => {
    const id = await anObjectFor("/incidents");
    expect((await press("operator", id, { change: { kind: "take" }, reason: null })).response.status).toBe(200);
    const ask = { as: "operator", query: "owner=me&states=open" } as const;
    const list = await call(doorAt("/incidents"), "GET", "/incidents", ask);
    const { rows } = list.answer as { rows: { id: string; state: string }[] };
    expect(rows.map((row) => row.id)).toContain(id);
    const counts = await call(doorAt("/incidents/counts"), "GET", "/incidents/counts", ask);
    expect(counts.answer).toMatchObject({ total: rows.length, states: { open: rows.length } });
  });

  it("is not changed without saying why", async () => {
    const id = await anObjectFor("/incidents");
    const answer = await press("lead", id, { change: { kind: "state", to: "resolved" }, reason: null });
    expect([answer.response.status, answer.problem?.detail]).toEqual([422, "reason: Say in a few words why."]);
  });
});

describe("the settings", () => {
  it("show where messages go and whether they arrived, and neither the rest of the address nor the secret", async () => {
    vi.stubEnv("WEBHOOK_URL", "https://ops.example.com/hooks/T0/secret-path");
    vi.stubEnv("WEBHOOK_SECRET", `whsec_${Buffer.alloc(32, 1).toString("base64")}`);
    await engine.messages.record([aMessage()]);
    const { answer } = await call(doorAt("/settings"), "GET", "/settings", { as: "viewer" });
    expect(answer).toMatchObject({
      webhook: { origin: "https://ops.example.com", counts: { waiting: 1 }, messages: [{ event: "person.needed" }] },
    });
    expect(JSON.stringify(answer)).not.toMatch(/secret|whsec/);
  });
});

describe("a role that was taken away while a dialog was open", () => {
  const press = ["/runs/[runId]/cancel", "/actions/[actionId]/settle", "/validations/[validationId]/decide"];

  it.each(press)("refuses at %s what is pressed in it, says why, and changes nothing", async (path) => {
    const decides = path.startsWith("/validations");
    const role = decides ? "approver" : "operator";
    const email = demoAccounts.find((each) => each.role === role)?.email ?? "";
    const id = await anObjectFor(path);
    const body = { ...(bodyFor(path) as object), ...(decides ? { shown: ["f"] } : {}) };
    const { database: auth } = await getWebAuth();
    const objects = async () => [
      await engine.progress.findRun(id),
      await engine.ledger.readAction(id),
      await engine.progress.findValidation(id),
    ];
    const before = await objects();
    await auth.sql`update auth.user set role = 'viewer' where email = ${email}`;
    try {
      const answer = await call(doorAt(path), "POST", path, { as: role, id, body });
      expect(answer.problem).toMatchObject({ status: 403, code: "role_missing" });
      expect(answer.problem?.detail).toMatch(/you need one of these roles: (operator|approver), lead, admin/);
      expect(await objects()).toEqual(before);
      expect(await engine.commands.listByObject(id)).toMatchObject([{ state: "refused", role: "viewer" }]);
    } finally {
      await auth.sql`update auth.user set role = ${role} where email = ${email}`;
    }
  });
});

describe("four eyes", () => {
  const path = "/validations/[validationId]/decide";
  const decideAs = (as: Role, id: string) =>
    call(doorAt(path), "POST", path, { as, id, body: { ...(bodyFor(path) as object), shown: ["f"] } });

  it.each(["approver", "lead", "admin"] as const)("let no requester decide, not even as %s", async (role) => {
    const account = demoAccounts.find((each) => each.role === role);
    const id = await anObjectFor(path, { requestedBy: account?.email, fourEyes: true });
    const own = await decideAs(role, id);
    expect([own.response.status, own.problem?.code]).toEqual([403, "four_eyes"]);
    const another = role === "lead" ? "approver" : "lead";
    expect((await decideAs(another, id)).response.status).toBe(200);
  });
});

describe("a command", () => {
  it("is one command however often the same click arrives", async () => {
    const id = await anObjectFor("/runs/[runId]/cancel");
    const body = bodyFor("/runs/[runId]/cancel");
    const ask = () =>
      call(doorAt("/runs/[runId]/cancel"), "POST", "/runs/[runId]/cancel", { as: "operator", id, body });
    expect((await ask()).response.status).toBe(200);
    expect((await ask()).response.status).toBe(200);
    expect((await engine.commands.listByObject(id)).map((command) => command.state)).toEqual(["applied"]);
  });

  it("that the database has no room for says so, and is done once there is room", async () => {
    const path = "/runs/[runId]/cancel";
    const id = await anObjectFor(path);
    const ask = { as: "operator", id, body: bodyFor(path) } as const;
    const { database: auth } = await getWebAuth();
    const disk = await fullDisk(auth.sql, ["progress", "ledger", "ops", "auth"]);
    await disk.fill();
    const refused = await call(doorAt(path), "POST", path, ask);
    expect(refused.problem).toMatchObject({ status: 503, code: "database_unwritable" });
    expect(refused.problem?.detail).toMatch(/no room left/);
    // What is there can be read all the same.
    expect((await call(doorAt("/now"), "GET", "/now", { as: "operator" })).response.status).toBe(200);
    expect(await engine.commands.listByObject(id)).toEqual([]);
    await disk.free();
    expect((await call(doorAt(path), "POST", path, ask)).response.status).toBe(200);
    expect(await engine.commands.listByObject(id)).toMatchObject([{ state: "applied" }]);
  });

  it("that was refused is kept with who tried", async () => {
    const id = await anObjectFor("/runs/[runId]/cancel");
    const body = bodyFor("/runs/[runId]/cancel");
    await call(doorAt("/runs/[runId]/cancel"), "POST", "/runs/[runId]/cancel", { as: "viewer", id, body });
    expect(await engine.commands.listByObject(id)).toMatchObject([{ state: "refused", role: "viewer" }]);
  });

  it.each([
    ["cancelled", "run_cancelled"],
    ["queued", "run_is_running"],
  ])("to resume a %s run is refused and changes nothing", async (state, code) => {
    const id = await anObjectFor("/runs/[runId]/resume");
    if (state === "cancelled") await engine.progress.cancel({ runId: id, by: "Dana", reason: "not needed" });
    const before = await engine.progress.findRun(id);
    const path = "/runs/[runId]/resume";
    const answer = await call(doorAt(path), "POST", path, { as: "operator", id, body: bodyFor(path) });
    expect([answer.response.status, answer.problem?.code]).toEqual([409, code]);
    expect(await engine.progress.findRun(id)).toEqual(before);
  });
});

describe("a runbook", () => {
  it("is opened about an action, ticked there, and shown on that action's page with who did it", async () => {
    const id = await anObjectFor("/actions/[actionId]");
    const about = { as: "operator", query: `action=${id}`, id: "crm" } as const;
    const door = doorAt("/runbooks/[slug]");
    const opened = await call(door, "GET", "/runbooks/[slug]", about);
    const blocks = z.object({ runbook: RunbookView.shape.runbook }).parse(opened.answer).runbook.blocks;
    const [step] = blocks.flatMap((block) => (block.kind === "steps" ? block.steps : []));
    const body = { nonce: anId(), done: true, object: { kind: "action", id }, hash: step?.hash };
    const path = "/runbooks/[slug]/steps";
    expect((await call(doorAt(path), "POST", path, { as: "operator", id: "crm", body })).response.status).toBe(200);
    const read = await call(doorAt("/actions/[actionId]"), "GET", "/actions/[actionId]", { as: "viewer", id });
    expect(read.answer).toMatchObject({
      followed: [{ id: body.nonce, slug: "crm", text: step?.text, undone: null }],
      runbooks: { best: { slug: "crm" } },
    });
    const again = await call(door, "GET", "/runbooks/[slug]", about);
    expect(again.answer).toMatchObject({ context: { actionId: id, followed: [{ hash: step?.hash }] } });
  });

  it("that was opened about what is not there says so", async () => {
    const asked = { as: "viewer", id: "crm", query: `run=${anId()}` } as const;
    const { problem } = await call(doorAt("/runbooks/[slug]"), "GET", "/runbooks/[slug]", asked);
    expect(problem?.code).toBe("run_not_found");
  });
});

describe("a week's review", () => {
  const path = "/reviews/[week]";
  it("is read by every role, and exported as a file of its name", async () => {
    const id = await anObjectFor(path);
    const read = await call(doorAt(path), "GET", path, { as: "viewer", id });
    expect(read.answer).toMatchObject({ week: id, review: { state: "draft", version: 1 } });
    for (const [format, type] of [
      ["md", "text/markdown"],
      ["csv", "text/csv"],
    ]) {
      const asked = { as: "viewer", id, query: `format=${format}` } as const;
      const { response, answer } = await call(doorAt(`${path}/export`), "GET", `${path}/export`, asked);
      expect(response.headers.get("content-type")).toBe(`${type}; charset=utf-8`);
      expect(response.headers.get("content-disposition")).toBe(`attachment; filename="review-${id}.${format}"`);
      expect(answer).toContain("Incidents");
    }
    expect(
      (await call(doorAt(`${path}/export`), "GET", path, { as: "viewer", id, query: "format=pdf" })).problem,
    ).toMatchObject({ status: 400 });
  });

  it("that is frozen answers in the same contract, and lists what would be different now", async () => {
    const id = await anObjectFor(path);
    const press = (verb: string, body: object) =>
      call(doorAt(`${path}/${verb}`), "POST", `${path}/${verb}`, {
        as: "lead",
        id,
        body: { ...(bodyFor(path) as object), ...body },
      });
    expect((await press("agree", {})).response.status).toBe(200);
    expect((await press("freeze", { revision: 1 })).problem?.code).toBe("changed_meanwhile");
    expect((await press("freeze", { revision: 2 })).answer).toEqual({ week: id, version: 1 });
    expect((await press("paragraph", { revision: 2 })).problem?.code).toBe("review_frozen");
    const read = await call(doorAt(path), "GET", path, { as: "viewer", id });
    expect(read.answer).toMatchObject({ review: { state: "frozen" }, content: { decisions: [{ owner: "Dana" }] } });
    const amendments = await call(doorAt(`${path}/amendments`), "GET", `${path}/amendments`, { as: "viewer", id });
    expect(amendments.answer).toEqual({ rows: [] });
    expect((await press("amend", { version: 1 })).answer).toEqual({ week: id, version: 2 });
  });

  it.each(["2026-02-30", "soon", "2026-1-1"])("decides nothing until %s", async (due) => {
    const id = await anObjectFor(path);
    const body = { ...(bodyFor(path) as object), due };
    expect((await call(doorAt(`${path}/agree`), "POST", path, { as: "lead", id, body })).problem?.code).toBe("invalid");
  });
});

type Asked = {
  as: Role | null;
  id?: string;
  query?: string;
  body?: unknown;
  text?: string;
  headers?: Record<string, string>;
};

async function call(door: Door, method: string, path: string, asked: Asked) {
  const id = asked.id ?? anId();
  const names = [...path.matchAll(/\[(\w+)\]/g)].map((match) => match[1] ?? "");
  // What is found by no random id: a checkpoint's number, and a week that has not begun.
  const others: Record<string, string> = { number: "1", week: "2099-W01" };
  const params = Object.fromEntries(names.map((name) => [name, asked.id ?? others[name] ?? id]));
  const json = { "content-type": "application/json" };
  const headers = new Headers({ host: "127.0.0.1:3000", origin: address, ...json, ...asked.headers });
  const cookie = asked.as && cookies.get(asked.as);
  if (cookie) headers.set("cookie", cookie);
  const body = method === "POST" ? (asked.text ?? JSON.stringify(asked.body ?? {})) : undefined;
  const url = `${address}/api/v1${path}?${asked.query ?? ""}`;
  const response = await door(new Request(url, { method, headers, body }), { params: Promise.resolve(params) });
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  const answer: unknown = isJson ? await response.json() : await response.text();
  // Each answer of each route that any test here asks is read by the schema that the route shows to the world.
  if (response.ok) door.contract?.answer.parse(answer);
  return { response, answer, problem: response.ok ? null : Problem.parse(answer) };
}

function doorAt(path: string, method?: "POST"): Door {
  const found = doors.find((door) => door.path === path && (method ?? door.method) === door.method);
  if (!found) throw new Error(`There is no route at ${path}.`);
  return found.door;
}

/** What a runbook was opened about, where its step is ticked. */
let lastRunId = anId();

function bodyFor(path: string): unknown {
  const nonce = crypto.randomUUID();
  if (path.startsWith("/reviews")) {
    const due = isoDay(Date.now() + 30 * 24 * 60 * 60 * 1000, "UTC");
    const agreed = { what: "Declare a probe", owner: "Dana", due, reduces: "duplicate_action" };
    const seen = { revision: 1, version: 1, note: "More was found.", paragraph: "A quiet week." };
    return { nonce, ...agreed, ...seen, decisionId: anId(), done: true };
  }
  const reason = "looked at it";
  if (path.startsWith("/keys")) {
    return { nonce, name: "EU workers", scopes: ["worker"], livesForMs: null, overlapMs: 0, reason };
  }
  if (path.startsWith("/people")) return { nonce, reason, change: { kind: "role", to: "lead" } };
  if (path.startsWith("/incidents")) {
    const named = { title: "Two notes", class: "duplicate_action", severity: "s1" };
    return { nonce, ...named, version: 1, change: { kind: "state", to: "mitigated" }, reason };
  }
  if (path.startsWith("/destinations")) return { nonce, name: "crm", reason };
  if (path.endsWith("/resume")) return { nonce, fromCheckpoint: 0, planToken: "seen", reason };
  if (path.endsWith("/cancel")) return { nonce, reason };
  if (path.startsWith("/runbooks")) {
    return { nonce, done: true, object: { kind: "run", id: lastRunId }, hash: "0".repeat(64) };
  }
  if (path.endsWith("/dealt")) return { nonce, as: "accepted", number: 0, reason };
  if (path.endsWith("/check")) return { nonce };
  if (path.endsWith("/proposal"))
    return { nonce, proposalId: crypto.randomUUID(), verdict: "confirm", version: 1, reason };
  if (path.endsWith("/settle")) return { nonce, version: 1, as: "happened", evidence: "seen in the CRM", reason };
  if (path.endsWith("/second")) return { nonce, executionId: anId(), reason };
  if (path.endsWith("/keep")) return { nonce, nearMissId: anId(), reason };
  if (path.endsWith("/revise")) return { nonce, version: 1, payload: { text: "corrected" }, reason };
  return { nonce, verdict: "approve", reason: null, shown: [] };
}

/** Somebody beside the demo's five, whose roles other tests need. */
async function aPerson(role: Role = "viewer"): Promise<string> {
  const { database: kept } = await getWebAuth();
  const email = `${crypto.randomUUID()}@example.com`;
  const id = await createUser(kept.db, { name: "Ada Byron", email, role, passwordHash: "none" });
  if (id === null) throw new Error("The address was taken.");
  return id;
}

/** A run that waits for a person, with one held action; and its id, or that of its action or validation. */
async function anObjectFor(path: string, asked: { requestedBy?: string; fourEyes?: boolean } = {}): Promise<string> {
  if (path.startsWith("/reviews")) {
    const [oldest] = (await engine.reviews.listWeeks(1_000)).slice(-1);
    const week = weekName(weeksLater(parseWeek(oldest?.week ?? "2026-W01") ?? { year: 2026, week: 1 }, -1));
    await engine.reviews.open({ id: engine.newId(), week });
    return week;
  }
  if (path.startsWith("/destinations")) {
    await engine.ledger.declareDestinations([aCrm()]);
    return "crm";
  }
  if (path.startsWith("/keys")) {
    const body = bodyFor("/keys");
    const { answer } = await call(doorAt("/keys", "POST"), "POST", "/keys", { as: "admin", body });
    return (answer as { id: string }).id;
  }
  if (path.startsWith("/people")) return aPerson();
  if (path.startsWith("/incidents")) {
    const ids = { id: engine.newId(), evidenceId: engine.newId(), changeId: engine.newId() };
    const named = { title: "Two notes", class: "duplicate_action", severity: "s1" } as const;
    const place = { workflow: null, step: null, destination: null };
    const by = { by: { id: engine.newId(), name: "Dana" }, role: "operator", reason: "A call." } as const;
    return (await engine.incidents.open({ ...ids, ...named, place, ...by, runId: null, actionId: null })).id;
  }
  const runId = engine.newId();
  lastRunId = runId;
  const leaseMs = 30_000;
  const logicalRunId = `event-${runId}`;
  await engine.progress.startRun({
    id: runId,
    workflow: `w-${runId}`,
    workflowVersion: 1,
    logicalRunId,
    subject: "T-1",
    requestedBy: asked.requestedBy,
    input: "{}",
    recovery: "manual",
    leaseMs,
  });
  if (path.startsWith("/runs")) return runId;
  if (path.startsWith("/runbooks")) return "crm";
  const worker = {
    id: engine.newId(),
    name: "w",
    host: "h",
    pid: 1,
    workflows: [{ name: `w-${runId}`, version: 1 }],
    destinations: [],
    shapes: [],
  };
  const claimed = await engine.progress.claim({ worker, executionId: engine.newId() });
  if (!claimed) throw new Error("The run was not claimed.");
  const holder = { ...claimed.lease, workerId: worker.id };
  const actionId = engine.newId();
  const action = {
    id: actionId,
    runId,
    logicalRunId,
    type: "crm.note",
    // Of its own: actions of several runs for one object come close to each other.
    object: `T-${runId}`,
    occurrence: "",
    businessKey: `key-${actionId}`,
    providerKey: "rp_1",
    marker: "reprise:1",
    fingerprint: "f",
    payload: "{}",
    declaration: aCrm(),
    needsGrant: path.startsWith("/validations"),
  };
  if (path.startsWith("/actions")) {
    await engine.ledger.begin(holder, action, { id: engine.newId(), deadlineMs: 1_000 });
    return actionId;
  }
  await engine.ledger.declare(holder, [action]);
  const validationId = engine.newId();
  const stepId = engine.newId();
  await engine.progress.record(claimed.lease, {
    id: engine.newId(),
    steps: [{ id: stepId, name: "approval", occurrence: "", kind: "validation", ordinal: 1, state: "needs_person" }],
    validations: [
      {
        id: validationId,
        stepId,
        kind: "approval",
        ask: "Send?",
        role: "approver",
        subjects: [{ actionId, businessKey: action.businessKey, fingerprint: "f" }],
        shown: null,
        withinMs: 60_000,
        fourEyes: asked.fourEyes,
      },
    ],
    end: { kind: "suspended", cause: "validation", text: "waits", validationIds: [validationId], wakeInMs: null },
  });
  return validationId;
}
