// A world of its own for one test: a fresh log, and a clock that only the test moves.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { worldClient } from "./client";
import { startWorld, type WorldOptions } from "./start-world";

export async function worldUnderTest(options: Omit<WorldOptions, "logPath" | "clock"> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "world-"));
  const logPath = join(folder, "log.jsonl");
  let time = Date.parse("2025-06-02T08:00:00Z");
  const advance = (ms: number) => {
    time += ms;
  };
  const start = () =>
    startWorld({ clock: () => new Date(time), sleep: async (ms) => advance(ms), ...options, logPath });
  let world = await start();
  onTestFinished(async () => {
    await world.close();
    await rm(folder, { recursive: true });
  });

  return {
    get url() {
      return world.url;
    },
    get client() {
      return worldClient(world.url);
    },
    logPath,
    advance,
    now: () => new Date(time),
    async restart() {
      await world.close();
      world = await start();
    },
    get: (path: string) => fetch(world.url + path),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(world.url + path, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
  };
}

export const note = { customerId: "C-201", ticketId: "T-1041", text: "Restart the export.", marker: "rp-9f3k-1" };
export const message = { ticketId: "T-1041", text: "Please take over.", urgency: "high" };
