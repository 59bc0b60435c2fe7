import { Refusal } from "@/lib/api/problem";
import { type WorldClient, WorldRefused, worldClient } from "@/lib/demo/world/client";
import { readEnv } from "@/lib/env";

/** The demo's routes exist in the demo only, and say so when its outside world is gone. */
export async function inDemo<T>(work: (world: WorldClient, worldUrl: string) => Promise<T>): Promise<T> {
  const { demo, worldUrl } = readEnv();
  if (!demo || worldUrl === null) throw new Refusal("not_found", "There is no demo on this deployment.");
  try {
    return await work(worldClient(worldUrl), worldUrl);
  } catch (error) {
    if (error instanceof WorldRefused) throw new Refusal("bad_request", error.message);
    // What fetch throws when nobody listens.
    if (error instanceof TypeError) {
      throw new Refusal("world_unreachable", "The demo's outside world does not answer. Start Reprise again.");
    }
    throw error;
  }
}
