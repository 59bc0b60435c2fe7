/** A worker's process whose code blocks the event loop for three leases; prints "held" when its lease outlived that. */

import { randomUUID } from "node:crypto";
import { aNewRun, aWorker } from "@/lib/testing/progress-world";
import { createEngine } from "@/lib/wiring";
import { systemClock } from "../clock";
import { databaseHeartbeats } from "./database-heartbeats";

const leaseMs = 2_000;
const [, , url = ""] = process.argv;
const { engine } = await createEngine({ progressUrl: url, ledgerUrl: url });
const beats = databaseHeartbeats(url, (error) => console.error(error));
const sent = () => ({ sentAtMs: systemClock.monotonicMs(), sentWallMs: Date.now() });

await beats.ready();

const worker = aWorker();
await engine.progress.registerWorker(worker);
await engine.progress.startRun({ ...aNewRun(), leaseMs });
const before = sent();
const claimed = await engine.progress.claim({ worker, executionId: randomUUID() });
if (!claimed) throw new Error("The run was not claimed.");
const held = beats.hold({ lease: claimed.lease, leaseMs, leaseLeftMs: claimed.leaseLeftMs, ...before }, () => {});
held.keepUntil(systemClock.monotonicMs() + 60_000);
const until = Date.now() + 3 * leaseMs;
while (Date.now() < until);
console.log(held.endsAtMs() > systemClock.monotonicMs() ? "held" : "over");
process.exit(0);
