/** The demo's outside world (another process, as the real one would be) and its seeded history. */

import { rmSync } from "node:fs";
import path from "node:path";
import { SetupError } from "@/lib/env";
import { formatPath } from "./format-path";
import type { Launch } from "./launch";
import { findFreePort, loopback, untilListening } from "./port";
import { formatLine } from "./stage";
import { markEssential } from "./stop";
import { tsxChild } from "./tsx-child";

/** An empty ledger beside a world that remembers its effects would show a demo that never happened. */
export function forgetWorld(dataDir: string): void {
  rmSync(worldLog(dataDir), { force: true });
}

/** @returns its address, once it listens */
export async function startWorld(
  { env, children, stop, print }: Launch,
  settings: NodeJS.ProcessEnv,
  note: (text: string) => void,
): Promise<string> {
  const port = await findFreePort();
  let isReady = false;
  const log = worldLog(env.dataDir);
  const world = tsxChild("world", "lib/demo/world/main.ts", {
    env: { ...settings, WORLD_PORT: String(port), WORLD_LOG: log },
    graceMs: 3_000,
    // Before that it only introduces itself.
    onLine: (line) => isReady && print(formatLine("world", "", line)),
  });
  markEssential(children.start(world), stop);
  await untilListening(port, stop.signal);
  isReady = true;
  note(`CRM, ticketing and queue on ${loopback}:${port}, their log in ${formatPath(log)}`);
  return `http://${loopback}:${port}`;
}

/** @throws SetupError `seed_failed` */
export async function loadDemo(
  { env, children }: Launch,
  settings: NodeJS.ProcessEnv,
  note: (text: string) => void,
): Promise<void> {
  // Its last line is the one that stays on the terminal.
  const seed = tsxChild("seed", "lib/bin/seed.ts", { env: settings, graceMs: 3_000, onLine: note });
  const exit = await children.run(seed);
  if (exit.code === 0) return;
  throw new SetupError(
    "seed_failed",
    `The demo could not be loaded.\n${exit.lastLines.join("\n")}`,
    `The lines above say why. To begin again from nothing: rm -rf ${formatPath(env.dataDir)} && npm start`,
  );
}

function worldLog(dataDir: string): string {
  return path.join(dataDir, "world.jsonl");
}
