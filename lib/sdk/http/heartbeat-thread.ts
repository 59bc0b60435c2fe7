/** Started as a thread by http-heartbeats.ts. */

import { serveBeats } from "../heartbeat/serve-beats";
import { askServer, type Server } from "./ask-server";

/** Shorter than any lease: a renewal that takes longer is worth asking again. */
const timeoutMs = 2_000;

serveBeats(
  ({ server }: { server: Server }) =>
    (lease) =>
      // Whoever beats asks again by itself, as long as the lease lasts.
      askServer(server, "/worker/heartbeat", { lease }, { withinMs: 0, timeoutMs }),
);
