// The door of every npm script. It runs before anything is installed, so it is plain JavaScript and imports nothing but Node:
// it refuses an old Node, installs what the lockfile asks for, and then runs lib/bin/<name>.ts in this same process,
// so that signals and the exit code need no forwarding.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

refuseUnsupported();
process.chdir(root);
readEnvFiles();
if (!isInstalled()) install();

const name = process.argv[2] ?? "start";
// The entry points read their own arguments from the third on, as if they had been started directly.
process.argv.splice(1, 2, path.join(root, "lib/bin", `${name}.ts`));
await import("tsx");
await import(pathToFileURL(process.argv[1]).href);

function refuseUnsupported() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 9)) {
    fail(
      "node_too_old",
      `Node ${process.versions.node} is too old.`,
      "Install Node 20.9 or newer, then run this again.",
    );
  }
  if (process.platform === "win32") {
    fail("windows_unsupported", "Reprise does not run on Windows itself.", "Run it inside WSL.");
  }
}

/** What is set outside wins over .env.local, which wins over .env: the order that Next has. */
function readEnvFiles() {
  for (const file of [".env.local", ".env"]) {
    if (!existsSync(file)) continue;
    if (!process.loadEnvFile) {
      fail("env_file_unsupported", `This Node cannot read ${file}.`, `Install Node 20.12 or newer, or remove ${file}.`);
    }
    process.loadEnvFile(file);
  }
}

/**
 * npm writes its own lockfile into node_modules as the last act of an install, so an install that was killed has none.
 * Comparing the two also accepts what `npm install` made by hand.
 */
function isInstalled() {
  const installedFile = "node_modules/.package-lock.json";
  if (!existsSync(installedFile)) return false;
  const installed = JSON.parse(readFileSync(installedFile, "utf8")).packages;
  const wanted = JSON.parse(readFileSync("package-lock.json", "utf8")).packages;
  return Object.entries(wanted).every(([folder, { version, optional, devOptional }]) => {
    if (folder === "") return true;
    const found = installed[folder];
    return found ? found.version === version : Boolean(optional || devOptional);
  });
}

function install() {
  const startedAt = Date.now();
  console.log("install    npm ci, because node_modules is missing or differs from package-lock.json");
  // NODE_ENV=production would leave out what `npm test` needs.
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund", "--no-progress"];
  // Under another package manager the variable names that one.
  const npm = process.env.npm_execpath?.endsWith("npm-cli.js") ? process.env.npm_execpath : null;
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], { stdio: "inherit" })
    : spawnSync("npm", args, { stdio: "inherit" });
  if (status !== 0) {
    fail("install_failed", "npm ci did not finish.", "Read its message above; usually the registry cannot be reached.");
  }
  console.log(`install    done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}

function fail(code, message, nextStep) {
  console.error(`\n${code}: ${message}\n  Next: ${nextStep}`);
  process.exit(1);
}
