import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readEnv } from "@/lib/env";
import { createChildren } from "../product/children";
import { type Cluster, ensureDatabase, productDatabase, startCluster } from "./cluster";

const children = createChildren();
let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "reprise-cluster-"));
  chmodSync(dataDir, 0o711);
});
afterEach(async () => {
  await children.stopAll();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = () => startCluster(children, dataDir, { fsync: "off" });
const inData = (...names: string[]) => path.join(dataDir, ...names);
const listSetAside = () => readdirSync(dataDir).filter((name) => name.includes("set-aside"));

async function query(cluster: Cluster, statement: string): Promise<postgres.RowList<postgres.Row[]>> {
  await ensureDatabase(cluster, productDatabase);
  const sql = postgres(cluster.url(productDatabase), { max: 1 });
  try {
    return await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

async function makeAndStop(): Promise<Cluster> {
  const cluster = await start();
  await query(cluster, "create table kept as select 42 as answer");
  await cluster.child.stop();
  return cluster;
}

test("data, password and port stay the same from start to start", async () => {
  const first = await makeAndStop();
  const second = await start();
  expect(second.isNew).toBe(false);
  expect(second.url(productDatabase)).toBe(first.url(productDatabase));
  expect(await query(second, "select answer from kept")).toEqual([{ answer: 42 }]);
});

test.each([
  ["lost", () => rmSync(inData("postgres.json"))],
  ["cut off by a kill", () => writeFileSync(inData("postgres.json"), '{"password":"')],
])("with its password file %s the data is still served, under a new password", async (_, damage) => {
  await makeAndStop();
  damage();
  expect(await query(await start(), "select answer from kept")).toEqual([{ answer: 42 }]);
});

test("a server that outlived its start is ended and its data taken over", async () => {
  const orphan = await start();
  await query(orphan, "create table kept as select 42 as answer");
  const heir = await start();
  expect((await orphan.child.exited).code).toBe(0);
  expect(await query(heir, "select answer from kept")).toEqual([{ answer: 42 }]);
});

test("what a kill left of a new cluster is removed", async () => {
  mkdirSync(inData("postgres.making-4711", "base"), { recursive: true });
  const cluster = await start();
  expect(cluster.isNew).toBe(true);
  expect(readdirSync(dataDir).sort()).toEqual(["postgres", "postgres.json", "postgres.log"]);
});

test("a folder that cannot be a cluster is set aside, named to the person, and never deleted", async () => {
  await makeAndStop();
  rmSync(inData("postgres", "global", "pg_control"));
  const cluster = await start();
  expect(cluster.isNew).toBe(true);
  expect(listSetAside()).toHaveLength(1);
  expect(cluster.remarks.join()).toContain(
    `data_set_aside: the database was incomplete and is now ${inData(...listSetAside())}`,
  );
});

test("data of another PostgreSQL version is refused and left alone", async () => {
  await makeAndStop();
  writeFileSync(inData("postgres", "PG_VERSION"), "13\n");
  await expect(start()).rejects.toMatchObject({ code: "data_from_other_version" });
  expect(listSetAside()).toEqual([]);
});

test("other commands find the server while it runs", async () => {
  const cluster = await start();
  const read = () => readEnv({ REPRISE_DATA_DIR: dataDir }).databaseUrl;
  expect(read()).toBe(cluster.url(productDatabase));
  cluster.forget();
  expect(read()).toBeNull();
});
