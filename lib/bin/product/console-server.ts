/** The console's web server. */

import { setTimeout as wait } from "node:timers/promises";
import { nextArgs } from "./console-build";
import type { Launch } from "./launch";
import { loopback, untilListening } from "./port";
import { formatLine } from "./stage";
import { markEssential } from "./stop";

type Serving = Pick<Launch, "env" | "mode" | "children" | "stop" | "print"> & {
  /** Where it listens. */
  host: string;
  /** For requests under way when it is asked to stop. */
  graceMs: number;
};

export async function startConsole(
  { env, mode, children, stop, print, host, graceMs }: Serving,
  settings: NodeJS.ProcessEnv,
  note: (text: string) => void,
): Promise<void> {
  const command = mode === "production" ? "start" : "dev";
  let isReady = false;
  const server = children.start({
    name: "console",
    command: process.execPath,
    args: nextArgs(command, "-H", host, "-p", String(env.port)),
    env: settings,
    graceMs,
    // Before that it only introduces itself.
    onLine: (line) => isReady && print(formatLine("console", "", line)),
  });
  markEssential(server, stop);
  await untilListening(env.port, stop.signal);
  await loadFirstPage(env.port, stop.signal);
  isReady = true;
  note(`next ${command} on ${host}:${env.port}`);
}

/** The first request loads the server's code: better now than when somebody waits for the page. */
async function loadFirstPage(port: number, signal: AbortSignal): Promise<void> {
  const page = fetch(`http://${loopback}:${port}/`, { redirect: "manual", signal });
  // Its answer does not matter, nor that it is slow: the person's own request will tell.
  await Promise.race([page.catch(() => {}), wait(10_000, undefined, { signal }).catch(() => {})]);
}
