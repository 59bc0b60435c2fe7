/** Node 20 does not hand a loader on to threads: this registers it before it imports a module written in TypeScript. */

import { workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

register();
await import(workerData.module);
