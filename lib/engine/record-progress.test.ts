import { describe, expect, it } from "vitest";
import { anEngineWorld } from "@/lib/testing/engine-world";
import { aClaimedRun, aDoneStep } from "@/lib/testing/progress-world";
import { recordProgress } from "./record-progress";

/** A step whose result has this many bytes as JSON. */
const doneWith = (bytes: number) => aDoneStep("fetch-history", {}, `"${"x".repeat(bytes - 2)}"`);

describe("a checkpoint", () => {
  it.each([
    [256 * 1024, 0],
    [256 * 1024 + 1, 1],
    [2 * 1024 * 1024, 1],
  ])("of %i bytes is kept, with %i warnings in the run's log", async (bytes, warnings) => {
    const { engine } = anEngineWorld();
    const { run, lease } = await aClaimedRun(engine.progress);
    expect(await recordProgress(engine, lease, doneWith(bytes))).toMatchObject({ recorded: true });
    const record = await engine.progress.readRun(run.id);
    expect(record?.checkpoints).toHaveLength(1);
    expect(record?.journal.filter((line) => line.level === "warn")).toHaveLength(warnings);
  });

  it("over 2 MiB is refused with the numbers, and nothing of the write is kept", async () => {
    const { engine } = anEngineWorld();
    const { run, lease } = await aClaimedRun(engine.progress);
    const refused = recordProgress(engine, lease, doneWith(2 * 1024 * 1024 + 1));
    await expect(refused).rejects.toMatchObject({ code: "too_large", message: expect.stringContaining("2097153") });
    expect((await engine.progress.readRun(run.id))?.steps).toEqual([]);
  });
});
