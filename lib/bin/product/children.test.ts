import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { type Child, type ChildSpec, createChildren } from "./children";
import { findProcessIdentity } from "./process-identity";

const children = createChildren();
afterEach(() => children.stopAll());

const shell = (script: string, rest: Partial<ChildSpec> = {}): ChildSpec => ({
  name: "shell",
  command: "/bin/sh",
  args: ["-c", script],
  env: process.env,
  graceMs: 5_000,
  ...rest,
});

/** Resolves with the child once it has written its first line, and with that line. */
function startAndHear(script: string, rest: Partial<ChildSpec> = {}): Promise<{ child: Child; line: string }> {
  return new Promise((resolve) => {
    const child = children.start(shell(script, { ...rest, onLine: (line) => resolve({ child, line }) }));
  });
}

async function untilGone(pid: number): Promise<void> {
  while (findProcessIdentity(pid)) await wait(20);
}

test("stopping ends children in reverse order of their start", async () => {
  const ends: string[] = [];
  for (const name of ["database", "world", "console"]) {
    const child = children.start(shell("exec sleep 60"));
    void child.exited.then(() => ends.push(name));
  }
  await children.stopAll();
  expect(ends).toEqual(["console", "world", "database"]);
});

test("a child that does not heed the signal is killed when its grace is over", async () => {
  const deaf = "trap '' TERM; echo deaf; while :; do sleep 0.05; done";
  const { child } = await startAndHear(deaf, { graceMs: 100 });
  await children.stopAll();
  expect(await child.exited).toEqual({ code: null, signal: "SIGKILL" });
});

test("what a child has started ends with it", async () => {
  const { line } = await startAndHear("sleep 60 & echo $!; wait");
  await children.stopAll();
  await untilGone(Number(line));
});

test("the last words of a failed child are kept for the message", async () => {
  const { code, lastLines } = await children.run(shell("echo first; echo 'no space left' >&2; exit 3"));
  expect(code).toBe(3);
  expect(lastLines).toContain("no space left");
});

test("a program that does not exist is a failed child, not a crash", async () => {
  const { code, lastLines } = await children.run({ ...shell(""), command: "/no/such/program" });
  expect(code).toBeNull();
  expect(lastLines.join()).toContain("ENOENT");
});

test("children end also when the command that started them is killed", async () => {
  const program = `
    import { createChildren } from "./lib/bin/product/children.ts";
    const child = createChildren().start({ name: "x", command: "sleep", args: ["60"], env: process.env, graceMs: 1 });
    console.log(child.pid);
  `;
  const command = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program]);
  const [pid] = await once(command.stdout, "data");
  command.kill("SIGKILL");
  await untilGone(Number(pid));
});
