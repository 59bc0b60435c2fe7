/** The browser of the journeys: the system's own, because Playwright's download is not reachable everywhere. */

import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";
import { SetupError } from "@/lib/env";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const macPaths = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

export function findChromium(): string | null {
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(path.delimiter)];
  const candidates = [...names.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...macPaths];
  return candidates.find(isExecutable) ?? null;
}

/** @throws SetupError `chromium_missing` */
export function getChromium(): string {
  const found = findChromium();
  if (found) return found;
  throw new SetupError(
    "chromium_missing",
    "There is no Chromium or Chrome on this machine.",
    "Install one: apt-get install chromium (Debian), or Chrome from its site.",
  );
}

/** As root on Debian and its kin; elsewhere the person is told what to install. @throws SetupError `chromium_missing` */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0) {
    console.log("Installing Debian's chromium, because there is none.");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    for (const args of [["update"], ["install", "--yes", "--no-install-recommends", "chromium"]]) {
      spawnSync("apt-get", ["--quiet", ...args], { env, stdio: "inherit" });
    }
  }
  return getChromium();
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
