import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findProcessIdentity } from "./process-identity";
import { acquireStartLock } from "./start-lock";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "reprise-lock-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const address = "http://localhost:3000";
const leave = (content: string) => writeFileSync(path.join(dataDir, "start.json"), content);
const record = (pid: number, identity: string) => JSON.stringify({ pid, identity, address, worldUrl: null });

test("a second start is told the pid and the address of the first", () => {
  acquireStartLock(dataDir, address);
  expect(() => acquireStartLock(dataDir, "http://localhost:4000")).toThrow(`process ${process.pid}, ${address}`);
});

test("after a release the folder is as if nothing had been started", () => {
  acquireStartLock(dataDir, address).release();
  expect(readdirSync(dataDir)).toEqual([]);
});

// Pid 1 always exists; after a reboot it is another process than the one that wrote the record.
test.each([
  ["whose process is gone", record(2 ** 22 + 1, "boot/1")],
  ["whose pid now belongs to another process", record(1, "an earlier boot/1")],
  ["that a kill cut off", '{"pid":'],
])("a lock %s is taken over", (_, content) => {
  leave(content);
  const lock = acquireStartLock(dataDir, address);
  expect(lock.tookOver).toBe(true);
  expect(readdirSync(dataDir)).toEqual(["start.json"]);
});

test("a start that was taken over does not release the lock of its successor", () => {
  const lock = acquireStartLock(dataDir, address);
  leave(record(1, findProcessIdentity(1) ?? ""));
  lock.release();
  expect(existsSync(path.join(dataDir, "start.json"))).toBe(true);
});
