import { expect, it } from "vitest";
import { aCheckpoint, aRun, aRunRecord, aStep } from "@/lib/testing/factories";
import { spentCheckpoints } from "./retention";

it("the first and the last result stay, and those of actions and validations; the others go", () => {
  const run = aRun({ state: "succeeded" });
  const record = aRunRecord(run, ["read", "fetch", "draft"]);
  const kinds = ["validation", "action", "sleep", "step", "step"] as const;
  const more = kinds.map((kind, i) => aStep(run, { name: `${kind} ${i}`, kind, ordinal: 4 + i }));
  const steps = [...record.steps, ...more];
  const checkpoints = [...record.checkpoints, ...more.map((step, i) => aCheckpoint(step, 4 + i))];
  expect(spentCheckpoints({ steps, checkpoints })).toEqual([2, 3, 6, 7]);
});

it("what a resume made void goes, also before the first and after the last live one", () => {
  const run = aRun({ state: "succeeded" });
  const steps = [1, 2, 3, 4].map((ordinal) => aStep(run, { name: `s${ordinal}`, ordinal }));
  const checkpoints = steps.map((step, i) =>
    aCheckpoint(step, i + 1, { supersededBy: i === 0 || i === 3 ? "resume" : null }),
  );
  expect(spentCheckpoints({ steps, checkpoints })).toEqual([1, 4]);
});

it("what is gone already is not named again, and a run without results has none to lose", () => {
  const record = aRunRecord(aRun(), ["a", "b", "c"]);
  const purged = record.checkpoints.map((checkpoint) => ({ ...checkpoint, purgedAt: 1 }));
  expect(spentCheckpoints({ ...record, checkpoints: purged })).toEqual([]);
  expect(spentCheckpoints({ steps: [], checkpoints: [] })).toEqual([]);
});
