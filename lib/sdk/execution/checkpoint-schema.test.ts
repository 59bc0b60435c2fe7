import { describe, expect, it } from "vitest";
import type { RecordedStep } from "@/lib/progress/store";
import { sdkWorld, testOptions } from "@/lib/testing/sdk-world";
import type { Backend } from "../backend";
import type { StepOptions } from "../run";
import { workflow } from "../workflow";

type History = { total: string } | { cents: number } | { cents: number; currency: string };

/** Keeps a history, then uses it: what code with other options makes of the history that older code kept. */
const flow = (used: unknown[], options: StepOptions<History>, computed: History = { total: "12,5" }) =>
  workflow("flow", testOptions, async (run) => {
    await run.step("read", () => 1);
    const history = await run.step("history", () => computed, options);
    await run.step("use", () => used.push(history));
  });

const toCents = ({ total }: { total: string }) => ({ cents: Math.round(Number(total.replace(",", ".")) * 100) });
const toCurrency = ({ cents }: { cents: number }) => ({ cents, currency: "EUR" });
const v1 = { version: 1 };
const v3 = { version: 3, migrate: { 1: toCents, 2: toCurrency } };

/** The first worker dies once the history is kept; the second has other code, or gets the checkpoint damaged. */
async function loadedBy(
  later: StepOptions<History>,
  { before = v1, damage }: { before?: StepOptions<History>; damage?: (kept: RecordedStep) => void } = {},
) {
  const world = sdkWorld();
  const used: unknown[] = [];
  const runId = await world.start(flow(used, before));
  await world.startProcess({ workflows: [flow(used, before)] }, { boundary: "after_checkpoint", step: "history" });
  const damaging = (backend: Backend): Backend => ({
    ...backend,
    async claim(worker) {
      const claimed = await backend.claim(worker);
      const kept = claimed?.recorded.find(({ name }) => name === "history");
      if (kept) damage?.(kept);
      return claimed;
    },
  });
  const process = await world.startProcess({ workflows: [flow(used, later)] }, null, damaging);
  await world.clock.advance(8_000);
  const record = await world.run(runId);
  const kept = await world.engine.progress.readCheckpoints(runId, 9);
  const history = record.checkpoints.filter(({ stepName }) => stepName === "history");
  return { world, process, runId, run: record.run, used, kept, history };
}

describe("a result kept by older code", () => {
  it("is given migrated, as a copy that takes the place of the original, which is kept", async () => {
    const { run, used, kept, history } = await loadedBy(v3);
    expect(run.state).toBe("succeeded");
    expect(used).toEqual([{ cents: 1250, currency: "EUR" }]);
    expect(history).toMatchObject([{ number: 2, schemaVersion: 3, migrated: { fromVersion: 1 }, supersededBy: null }]);
    expect(kept.map(({ number, name, body }) => [number, name, body])).toEqual([
      [1, "read", "1"],
      [2, "history", '{"cents":1250,"currency":"EUR"}'],
      [3, "use", "1"],
    ]);
  });

  it("is migrated once: the next execution is given the copy as it is", async () => {
    const world = sdkWorld();
    const used: unknown[] = [];
    let migrations = 0;
    const counting = (older: { total: string }) => {
      migrations += 1;
      return toCents(older);
    };
    const counted = { version: 2, migrate: { 1: counting } };
    const runId = await world.start(flow(used, v1));
    await world.startProcess({ workflows: [flow(used, v1)] }, { boundary: "after_checkpoint", step: "history" });
    const dies = { boundary: "after_checkpoint", step: "use" };
    await world.startProcess({ workflows: [flow(used, counted)] }, dies);
    await world.clock.advance(6_000);
    await world.startProcess({ workflows: [flow(used, counted)] });
    await world.clock.advance(8_000);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect(migrations).toBe(1);
  });

  it("is left as it was when the worker dies before the copy is recorded", async () => {
    const world = sdkWorld();
    const used: unknown[] = [];
    const runId = await world.start(flow(used, v1));
    await world.startProcess({ workflows: [flow(used, v1)] }, { boundary: "after_checkpoint", step: "history" });
    const second = await world.startProcess(
      { workflows: [flow(used, v3)] },
      { boundary: "step_started", step: "use" },
      (b) => ({
        ...b,
        record: () => new Promise(() => {}),
      }),
    );
    await world.clock.advance(6_000);
    second.die();
    expect((await world.run(runId)).checkpoints.map(({ supersededBy }) => supersededBy)).toEqual([null, null]);
    await world.startProcess({ workflows: [flow(used, v3)] });
    await world.clock.advance(8_000);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect(used).toEqual([{ cents: 1250, currency: "EUR" }]);
  });

  it.each([
    [
      "a migration is missing",
      { version: 3, migrate: { 1: toCents } },
      "has history v1, the code needs history v3, and the migration 2 → 3 is missing",
    ],
    [
      "a migration fails",
      {
        version: 2,
        migrate: {
          1: () => {
            throw new Error("no total");
          },
        },
      },
      "its migration 1 → 2 failed: no total",
    ],
    [
      "a migration does not answer at once",
      { version: 2, migrate: { 1: async () => ({}) } },
      "its migration 1 → 2 returns a promise",
    ],
    [
      "a migration makes what cannot be kept",
      { version: 2, migrate: { 1: () => ({ cents: 2 ** 60 }) } },
      "cannot be kept exactly",
    ],
    [
      "the migrated result does not fit its schema",
      {
        ...v3,
        schema: () => {
          throw new Error("cents are missing");
        },
      },
      "cents are missing",
    ],
  ] as [string, StepOptions<History>, string][])(
    "blocks its run when %s, and is kept as it was",
    async (_, later, says) => {
      const { run, used, history } = await loadedBy(later);
      expect(run).toMatchObject({ state: "blocked", cause: "schema_mismatch" });
      expect(run.causeText).toContain(says);
      expect(run.causeText).toContain("resume from a checkpoint before it");
      expect(used).toEqual([]);
      expect(history).toMatchObject([{ schemaVersion: 1, migrated: null, supersededBy: null }]);
    },
  );
});

describe("a result kept by newer code", () => {
  it("is refused by the older code that a rollback brought back, and used once the newer code is there again", async () => {
    const { world, runId, run, used, process: older } = await loadedBy(v1, { before: { version: 2 } });
    expect(run).toMatchObject({ state: "blocked", cause: "schema_mismatch" });
    expect(run.causeText).toContain("newer than the history v1 that the code reads");
    expect(used).toEqual([]);
    older.die();
    await world.startProcess({ workflows: [flow(used, { version: 2 })] });
    await world.resume(runId);
    await world.clock.advance(2_000);
    expect((await world.run(runId)).run.state).toBe("succeeded");
    expect(used).toEqual([{ total: "12,5" }]);
  });
});

describe("a damaged result", () => {
  it.each([
    [
      "its body lost a byte",
      (kept: RecordedStep) => {
        kept.body = kept.body.slice(0, -1);
      },
      "checkpoint_corrupt",
    ],
    [
      "its body was changed",
      (kept: RecordedStep) => {
        kept.body = '{"total":"99"}';
      },
      "checkpoint_corrupt",
    ],
    [
      "its hash is another",
      (kept: RecordedStep) => {
        kept.hash = "0".repeat(64);
      },
      "checkpoint_corrupt",
    ],
    [
      "its name was changed to that of an error",
      (kept: RecordedStep) => {
        kept.schemaName = "reprise.error";
      },
      "checkpoint_corrupt",
    ],
    [
      "its name was changed",
      (kept: RecordedStep) => {
        kept.schemaName = "x";
      },
      "schema_mismatch",
    ],
  ] as const)("is never given to the code: %s", async (_, damage, cause) => {
    const { run, used } = await loadedBy(v1, { damage });
    expect(run).toMatchObject({ state: "blocked", cause });
    expect(run.causeText).toContain("Checkpoint 2 (history)");
    expect(used).toEqual([]);
  });
});
