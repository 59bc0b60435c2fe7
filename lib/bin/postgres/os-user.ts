/** PostgreSQL refuses to run as root. As root it runs as the system's `postgres` user, which is made when there is none. */

import { spawnSync } from "node:child_process";
import { SetupError } from "@/lib/env";

export interface OsUser {
  uid: number;
  gid: number;
}

/** Null when the server can run as whoever we are. */
export function getPostgresUser(): OsUser | null {
  if (process.getuid?.() !== 0) return null;
  const existing = findUser();
  if (existing) return existing;
  spawnSync("groupadd", ["--system", "postgres"]);
  spawnSync("useradd", [
    "--system",
    "--gid",
    "postgres",
    "--no-create-home",
    "--shell",
    "/usr/sbin/nologin",
    "postgres",
  ]);
  const made = findUser();
  if (made) return made;
  throw new SetupError(
    "postgres_user_missing",
    "PostgreSQL cannot run as root, and the user `postgres` could not be made.",
    "Make a system user named postgres, or run this as an ordinary user.",
  );
}

/** Whether that user may enter a folder: every folder above it counts, too. */
export function canEnter(user: OsUser | null, folder: string): boolean {
  return spawnSync("/bin/sh", ["-c", 'cd -- "$1"', "sh", folder], { cwd: "/", ...user }).status === 0;
}

function findUser(): OsUser | null {
  const [uid, gid] = ["-u", "-g"].map((flag) => spawnSync("id", [flag, "postgres"], { encoding: "utf8" }));
  if (uid?.status !== 0 || gid?.status !== 0) return null;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}
