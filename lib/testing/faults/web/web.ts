/** The campaign's side of a web process: where it is, and its end. */

import { appendFileSync } from "node:fs";
import path from "node:path";

import { fileURLToPath } from "node:url";
import type { Children } from "@/lib/bin/product/children";
import { tsxChild } from "@/lib/bin/product/tsx-child";

export type Web = {
  url: string;
  /** At once, whatever it is doing. */
  kill(): Promise<void>;
};

const program = path.join(path.dirname(fileURLToPath(import.meta.url)), "web-process.ts");

export async function startWeb(children: Children, databaseUrl: string, logFile: string): Promise<Web> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, DATABASE_URL: databaseUrl, NODE_ENV: "production" as const };
    const onLine = (line: string) => {
      appendFileSync(logFile, `${line}\n`);
      if (line.startsWith("http://")) resolve({ url: line, kill });
    };
    const child = children.start(tsxChild("campaign web", program, { env, graceMs: 500, onLine }));
    const kill = async () => {
      if (child.pid !== undefined) process.kill(child.pid, "SIGKILL");
      await child.exited;
    };
    void child.exited.then(() => reject(new Error(`The web process ended: ${child.lastLines.join("\n")}`)));
  });
}
