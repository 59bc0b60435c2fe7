/** Heartbeats over HTTP, in a thread of their own. */

import type { Heartbeats } from "../heartbeat/heartbeats";
import { threadHeartbeats } from "../heartbeat/thread-heartbeats";
import type { Server } from "./ask-server";

export function httpHeartbeats(server: Server, onError: (error: Error) => void): Heartbeats {
  return threadHeartbeats(new URL("./heartbeat-thread.ts", import.meta.url), { server }, onError);
}
