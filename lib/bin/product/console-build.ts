/** The console's production build, made again only when something that goes into it has changed. */

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { SetupError } from "@/lib/env";
import type { Children } from "./children";

const sources = [
  "app",
  "components",
  "drizzle",
  "lib",
  "public",
  "next.config.js",
  "proxy.ts",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];
const nextProgram = "node_modules/next/dist/bin/next";

export function nextArgs(...args: string[]): string[] {
  return [nextProgram, ...args];
}

/** @throws SetupError `build_failed` */
export async function buildWhenChanged(children: Children, note: (text: string) => void): Promise<void> {
  const fingerprint = findMissingBuild();
  if (!fingerprint) return note("unchanged");
  note("next build, usually less than a minute");
  await buildConsole(children, fingerprint);
  note("next build");
}

/** Null when the build in .next is the one of these sources; otherwise the fingerprint the next build will have. */
function findMissingBuild(): string | null {
  const wanted = fingerprintSources();
  const built = existsSync(fingerprintFile) ? readFileSync(fingerprintFile, "utf8") : null;
  return built === wanted ? null : wanted;
}

/** @throws SetupError `build_failed`, with the end of the compiler's output. */
async function buildConsole(children: Children, fingerprint: string): Promise<void> {
  // A build that is killed half-way must not pass for a finished one.
  rmSync(fingerprintFile, { force: true });
  const exit = await children.run({
    name: "build",
    command: process.execPath,
    args: nextArgs("build"),
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    graceMs: 2_000,
  });
  if (exit.code !== 0) {
    throw new SetupError(
      "build_failed",
      `The console could not be built.\n${exit.lastLines.join("\n")}`,
      "Correct what the compiler names above. If another build is running in this folder, let it finish first.",
    );
  }
  writeFileSync(fingerprintFile, fingerprint);
}

const fingerprintFile = path.join(".next", "sources.sha256");

function fingerprintSources(): string {
  const hash = createHash("sha256");
  for (const file of sources.flatMap(listFiles)) hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

function listFiles(entry: string): string[] {
  if (!existsSync(entry)) return [];
  if (!statSync(entry).isDirectory()) return [entry];
  return readdirSync(entry, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile() && !/\.test\.tsx?$/.test(found.name))
    .map((found) => path.join(found.parentPath ?? found.path, found.name))
    .sort();
}
