/**
 * Starts the product the way `npm start` does, in a data folder of its own and on a free port, and stops it after the journeys.
 * They find it through REPRISE_BASE_URL, and the outside world's log (world.jsonl) through REPRISE_DATA_DIR.
 */

import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findFreePort } from "@/lib/bin/product/port";
import { testEnv } from "@/lib/bin/tests/test-env";

export default async function startProduct(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "reprise-journeys-"));
  // PostgreSQL's own user passes through it to its data.
  await chmod(dataDir, 0o711);
  const port = await findFreePort();
  const product = spawn(process.execPath, ["--import", "tsx", "lib/bin/start.ts"], {
    env: testEnv({ REPRISE_DATA_DIR: dataDir, PORT: String(port) }),
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // Ctrl-C reaches Playwright alone, which then stops the product.
    detached: true,
  });
  const ended = new Promise<number | null>((resolve) => product.once("exit", resolve));
  const stop = async () => {
    product.kill("SIGTERM");
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  const ready = new Promise<string>((resolve) =>
    product.on("message", (message: { ready: string }) => resolve(message.ready)),
  );
  const first = await Promise.race([ready, ended]);
  if (typeof first !== "string") {
    await stop();
    throw new Error(`the product did not start (exit code ${first}); its own message is above`);
  }
  process.env.REPRISE_BASE_URL = first;
  process.env.REPRISE_DATA_DIR = dataDir;
  return stop;
}
