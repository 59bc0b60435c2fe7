/** A wait of the code: the time at which it ends is kept when it begins, and survives restarts. */

import { type Duration, durationMs } from "../duration";
import { identifier } from "../identifier";
import { ask, type LiveStep, occurrenceOf, refuseNested } from "./ask";
import type { Execution } from "./execution";
import { sleepShape } from "./kept-result";

export function askSleep(ex: Execution, given: string, duration: Duration): Promise<void> {
  refuseNested(`run.sleep("${given}")`);
  const name = identifier("The sleep's name", given);
  const ms = durationMs(`The duration of ${name}`, duration);
  return ask<void>(ex, {
    kind: "sleep",
    name,
    occurrence: occurrenceOf(ex, name, undefined),
    shape: sleepShape,
    decode: () => {},
    live: (step) => sleep(ex, step, ms),
  });
}

async function sleep(ex: Execution, step: LiveStep<void>, ms: number): Promise<void> {
  const wakeAt = step.open?.wakeAt ?? null;
  if (wakeAt === null) ex.writer.hint({ steps: [step.row("waiting", { wakeInMs: ms })] });
  const leftMs = wakeAt === null ? ms : wakeAt - ex.databaseNow();
  if (leftMs > 0 && !(await ex.delay(leftMs, { cause: "timer", text: `${step.name} ends by itself.` }))) return;
  await step.succeed(JSON.stringify({ wakeAt }));
}
