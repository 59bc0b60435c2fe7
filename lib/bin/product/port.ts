/** Loopback ports: which are free, and who holds one that is not. */

import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { connect, createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { SetupError } from "@/lib/env";

export const loopback = "127.0.0.1";

/** The preferred port when it is free, otherwise one that the system picks. */
export async function findFreePort(preferred?: number): Promise<number> {
  if (preferred && (await isPortFree(preferred))) return preferred;
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, loopback, resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("a TCP server has an address with a port");
  return address.port;
}

export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(false);
      else reject(error);
    });
    server.listen(port, loopback, () => server.close(() => resolve(true)));
  });
}

/**
 * Waits up to `patienceMs` for the port to become free.
 * @throws SetupError `port_in_use`, naming the process where the system tells.
 */
export async function requireFreePort(port: number, patienceMs: number): Promise<void> {
  for (const deadline = Date.now() + patienceMs; ; await wait(100)) {
    if (await isPortFree(port)) return;
    if (Date.now() >= deadline) break;
  }
  const owner = findPortOwner(port);
  throw new SetupError(
    "port_in_use",
    `Port ${port} is in use${owner ? ` by process ${owner.pid}: ${owner.command}` : ""}.`,
    `Stop ${owner ? `it (kill ${owner.pid})` : "what listens there"}, or take another port: PORT=${port + 1} npm start`,
  );
}

/** @throws what `signal` was aborted with */
export async function untilListening(port: number, signal: AbortSignal): Promise<void> {
  while (!(await isListening(port))) await wait(50, undefined, { signal });
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, loopback);
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** Linux only, and other users' processes only as root: elsewhere the message goes without a name. */
function findPortOwner(port: number): { pid: number; command: string } | null {
  try {
    const inodes = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((table) => listeningInodes(table, port));
    const pid = readdirSync("/proc").find((name) => /^\d+$/.test(name) && holdsSocket(name, inodes));
    if (!pid) return null;
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    return { pid: Number(pid), command: command.slice(0, 120) };
  } catch {
    return null;
  }
}

function listeningInodes(table: string, port: number): string[] {
  const listen = "0A";
  return readFileSync(table, "utf8")
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === listen && Number.parseInt(fields[1]?.split(":")[1] ?? "", 16) === port)
    .map((fields) => fields[9] ?? "");
}

function holdsSocket(pid: string, inodes: string[]): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => {
      const link = readlinkSync(`/proc/${pid}/fd/${fd}`);
      return inodes.some((inode) => link === `socket:[${inode}]`);
    });
  } catch {
    // It ended, or belongs to someone else.
    return false;
  }
}
