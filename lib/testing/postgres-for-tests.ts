/** A PostgreSQL server for one run of the tests, gone afterwards; with TEST_DATABASE_URL set, the one it names is used instead. */

import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startCluster } from "@/lib/bin/postgres/cluster";
import { createChildren } from "@/lib/bin/product/children";

// A power cut may cost the tests their data: they lose it anyway. What a server killed without a power cut keeps, it keeps here, too.
const fastSettings = { fsync: "off", full_page_writes: "off", synchronous_commit: "off", autovacuum: "off" };

/** Vitest's global set-up; what it returns runs at the end. */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return async () => {};
  const dataDir = await mkdtemp(path.join(tmpdir(), "reprise-tests-"));
  // PostgreSQL's own user passes through it to its data.
  await chmod(dataDir, 0o711);
  const children = createChildren();
  const stop = async () => {
    await children.stopAll();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const cluster = await startCluster(children, dataDir, fastSettings);
    process.env.TEST_DATABASE_URL = cluster.url("postgres");
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
