/** Started as a thread by database-heartbeats.ts. */

import { open } from "@/lib/store/database";
import { renew } from "@/lib/store/progress-renew";
import { serveBeats } from "../heartbeat/serve-beats";

/** Shorter than any lease: a renewal that takes longer is worth asking again. */
const statementTimeoutMs = 2_000;

serveBeats(({ progressUrl }: { progressUrl: string }) => {
  // Two, so that the leases of a worker outlive a connection that is lost without a word.
  const sql = open(progressUrl, {
    max: 2,
    applicationName: "reprise heartbeats",
    statementTimeoutMs,
    oneAtATime: true,
  });
  return (lease) => renew(sql, lease);
});
