/** Started as a thread by database-heartbeats.ts. */

import { open } from "@/lib/store/database";
import { renew } from "@/lib/store/progress-renew";
import { serveBeats } from "../heartbeat/serve-beats";

/** Shorter than any lease: a renewal that takes longer is worth asking again. */
const statementTimeoutMs = 2_000;

serveBeats(({ progressUrl }: { progressUrl: string }) => {
  const sql = open(progressUrl, { max: 1, applicationName: "reprise heartbeats", statementTimeoutMs });
  return (lease) => renew(sql, lease);
});
