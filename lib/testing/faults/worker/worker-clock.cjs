/**
 * Gives a process and its threads a wall clock that the campaign sets, as if the machine's own had been set: what Date
 * says is shifted by the milliseconds in the file that `CAMPAIGN_CLOCK` names. The monotonic clock stays what it is.
 * CommonJS, because that is what Node 20 preloads into threads.
 */

const { readFileSync } = require("node:fs");

const file = process.env.CAMPAIGN_CLOCK;
const RealDate = Date;
/** Reading a file costs more than reading a clock; within this both threads see the same time. */
const readEveryMs = 5;
let shiftMs = 0;
let readAtMs = Number.NEGATIVE_INFINITY;

function shift() {
  const nowMs = performance.now();
  if (nowMs - readAtMs < readEveryMs) return shiftMs;
  readAtMs = nowMs;
  const read = Number.parseInt(readFileSync(file, "utf8"), 10);
  // Empty while it is being written.
  if (!Number.isNaN(read)) shiftMs = read;
  return shiftMs;
}

const now = () => RealDate.now() + shift();

if (file !== undefined) {
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args) => (args.length === 0 ? new target(now()) : new target(...args)),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
}
