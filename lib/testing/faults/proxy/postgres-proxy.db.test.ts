import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { type PostgresProxy, startPostgresProxy } from "./postgres-proxy";

let database: TestDatabase;
let direct: postgres.Sql;
let proxy: PostgresProxy;
let through: postgres.Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  direct = postgres(database.url, { max: 1 });
  await direct.unsafe(`
    create table written (word text);
    create function progress.renew(word text) returns void language sql as 'insert into written values (word)'`);
});
afterAll(async () => {
  await direct.end();
  await database.drop();
});
beforeEach(async () => {
  await direct`delete from written`;
  proxy = await startPostgresProxy(() => database.url);
  through = postgres(proxy.url, { max: 1, fetch_types: false });
  await through`select 1`;
});
afterEach(async () => {
  await through.end({ timeout: 1 });
  await proxy.close();
});

const write = async (word: string) => {
  await through`select progress.renew(${word})`;
};
const written = async () => (await direct<{ word: string }[]>`select word from written`).map(({ word }) => word);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it("passes everything on by itself", async () => {
  await write("one");
  expect(await written()).toEqual(["one"]);
});

it("cut before: the statement never arrives, and its sender is not answered", async () => {
  proxy.treat(() => "cut_before");
  await expect(write("one")).rejects.toThrow();
  expect(await written()).toEqual([]);
});

it("cut after: the statement is committed, and its sender is not answered", async () => {
  proxy.treat(() => "cut_after");
  await expect(write("one")).rejects.toThrow();
  expect(await written()).toEqual(["one"]);
});

it("held: the statement is committed, and its sender waits for the reply", async () => {
  proxy.treat(() => "hold");
  let answered = false;
  const asked = write("one").then(() => {
    answered = true;
  });
  while (proxy.held().length === 0) await pause(10);
  expect(await written()).toEqual(["one"]);
  expect(answered).toBe(false);
  proxy.letGo("deliver");
  await asked;
});

it("a statement sent on behind a held one waits with it, and each sender gets its own reply", async () => {
  await write("zero");
  proxy.treat(() => "hold");
  const asked = write("one");
  while (proxy.held().length === 0) await pause(10);
  const behind = through<{ answer: number }[]>`select 2 as answer`;
  let answered = false;
  void Promise.race([asked, behind]).finally(() => {
    answered = true;
  });
  await pause(100);
  expect(answered).toBe(false);
  proxy.letGo("deliver");
  await asked;
  expect(await behind).toEqual([{ answer: 2 }]);
});

it("frozen at a statement: it arrives once the way is thawed, and not before", async () => {
  let seen = 0;
  proxy.treat(() => {
    seen += 1;
    proxy.freeze();
    return "pass";
  });
  const asked = write("one");
  while (seen === 0) await pause(10);
  await pause(100);
  expect(await written()).toEqual([]);
  proxy.treat(() => "pass");
  proxy.thaw();
  await asked;
  expect(await written()).toEqual(["one"]);
});

it("swallowed: nothing arrives and nothing ends, until the connections are cut", async () => {
  proxy.swallow();
  let ended = false;
  const asked = write("one").catch(() => {
    ended = true;
  });
  await pause(100);
  expect({ ended, written: await written() }).toEqual({ ended: false, written: [] });
  proxy.cutAll();
  await asked;
  expect(ended).toBe(true);
  await write("two");
  expect(await written()).toEqual(["two"]);
});
