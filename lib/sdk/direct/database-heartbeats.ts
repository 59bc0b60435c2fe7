/** Heartbeats over a connection of their own, in a thread of their own. */

import type { Heartbeats } from "../heartbeat/heartbeats";
import { threadHeartbeats } from "../heartbeat/thread-heartbeats";

export function databaseHeartbeats(progressUrl: string, onError: (error: Error) => void): Heartbeats {
  return threadHeartbeats(new URL("./heartbeat-thread.ts", import.meta.url), { progressUrl }, onError);
}
