/** The console's web server, on loopback only: who wants it elsewhere puts a proxy before it. */

import { setTimeout as wait } from "node:timers/promises";
import { nextArgs } from "./console-build";
import type { Launch } from "./launch";
import { loopback, untilListening } from "./port";
import { formatLine } from "./stage";
import { markEssential } from "./stop";

export async function startConsole(
  { env, mode, children, stop, print }: Launch,
  settings: NodeJS.ProcessEnv,
  note: (text: string) => void,
): Promise<void> {
  const command = mode === "production" ? "start" : "dev";
  let isReady = false;
  const server = children.start({
    name: "console",
    command: process.execPath,
    args: nextArgs(command, "-H", loopback, "-p", String(env.port)),
    env: settings,
    graceMs: 3_000,
    // Before that it only introduces itself.
    onLine: (line) => isReady && print(formatLine("console", "", line)),
  });
  markEssential(server, stop);
  await untilListening(env.port, stop.signal);
  await loadFirstPage(env.port, stop.signal);
  isReady = true;
  note(`next ${command} on ${loopback}:${env.port}`);
}

/** The first request loads the server's code: better now than when somebody waits for the page. */
async function loadFirstPage(port: number, signal: AbortSignal): Promise<void> {
  const page = fetch(`http://${loopback}:${port}/`, { redirect: "manual", signal });
  // Its answer does not matter, nor that it is slow: the person's own request will tell.
  await Promise.race([page.catch(() => {}), wait(10_000, undefined, { signal }).catch(() => {})]);
}
