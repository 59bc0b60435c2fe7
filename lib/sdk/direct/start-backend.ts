/** The direct backend of a process that only starts runs: it never holds a lease. */

import type { Engine } from "@/lib/engine/engine";
import type { Backend } from "../backend";
import { directBackend } from "./direct-backend";

export const startBackend = (engine: Engine): Backend =>
  directBackend(engine, () => {
    throw new Error("This backend only starts runs: a worker needs one with heartbeats.");
  });
