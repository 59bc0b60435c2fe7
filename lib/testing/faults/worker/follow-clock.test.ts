import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { setClock } from "./follow-clock";

const here = import.meta.dirname;
const program = `
  import { writeFileSync } from "node:fs";
  import { Worker } from "node:worker_threads";
  import { followClock } from ${JSON.stringify(path.join(here, "follow-clock.ts"))};
  const [, file] = process.argv;
  const started = Date.now();
  followClock(file);
  const main = [Date.now() - started, new Date().getTime() - started];
  const source = "require('node:worker_threads').parentPort.postMessage(Date.now())";
  const thread = await new Promise((resolve) => new Worker(source, { eval: true, execArgv: [] }).on("message", resolve));
  writeFileSync(file, "-600000");
  await new Promise((resolve) => setTimeout(resolve, 20));
  console.log(JSON.stringify([...main, thread - started, Date.now() - started].map((ms) => Math.round(ms / 60_000))));
`;

it("a process and its threads follow the clock that is kept for them, also when it is set back", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "reprise-clock-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "clock");
  setClock(file, 600_000);
  const args = ["--import", "tsx", "--input-type=module", "--eval", program, file];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", cwd: here });
  expect(stdout.trim(), stderr).toBe("[10,10,10,-10]");
});
