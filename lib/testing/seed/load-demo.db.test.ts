import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { worldClient } from "@/lib/demo/world/client";
import { startWorld, type World } from "@/lib/demo/world/start-world";
import { readNow } from "@/lib/engine/read-now";
import { readReview } from "@/lib/review/read-review";
import { lastCompleteWeek } from "@/lib/review/week-range";
import { connect, type Database } from "@/lib/store/database";
import { incidentStore } from "@/lib/store/ops-incidents";
import { reviewStore } from "@/lib/store/ops-reviews";
import { runbookStepStore } from "@/lib/store/ops-runbook-steps";
import { aNewRun } from "../progress-world";
import { createTestDatabase, type TestDatabase } from "../test-database";
import { type Loaded, loadDemo } from "./load-demo";
import { engineOn } from "./simulation";

const patienceMs = 120_000;

describe("loading the demo", () => {
  let test: TestDatabase;
  let database: Database;
  let world: World;
  let folder: string;
  let outcome: Loaded;
  const lines: string[] = [];

  const load = (url = test.url) =>
    loadDemo({ databaseUrl: url, worldUrl: world.url, runs: 8, seed: "a", print: (line) => lines.push(line) });

  beforeAll(async () => {
    test = await createTestDatabase();
    database = await connect(test.url);
    folder = await mkdtemp(path.join(tmpdir(), "reprise-live-"));
    world = await startWorld({ logPath: path.join(folder, "world.jsonl"), modelMs: 1 });
    // As a kill in the middle of an earlier load leaves it.
    const { commands, progress } = engineOn(database);
    await commands.setMark("demo_loading", {});
    await progress.startRun(aNewRun({ logicalRunId: "half-made" }));
    outcome = await load();
  }, patienceMs);

  afterAll(async () => {
    await world.close();
    await rm(folder, { recursive: true, force: true });
    await database.close();
    await test.drop();
  });

  it("clears what a load that was cut off left behind, and loads again", async () => {
    expect(outcome).toBe("loaded");
    expect(lines[0]).toMatch(/cut off/);
    expect(await engineOn(database).progress.findRunByLogicalId("support-ticket", "half-made")).toBeNull();
  });

  it("shows the three told stories on the first page, before what is left over from last week", async () => {
    const at = Date.now();
    const now = await readNow(engineOn(database), { from: at - 7 * 86_400_000, to: at, zone: "UTC" });
    const stopped = now.stopped.filter(({ run }) => run.state !== "failed");
    expect(stopped.map(({ run }) => run.state === "interrupted" || run.state === "blocked")).not.toContain(false);
    expect(stopped.slice(0, 2).map(({ run }) => [run.subject, run.state])).toEqual([
      ["T-1038", "blocked"],
      ["T-1041", "interrupted"],
    ]);
    expect(stopped.slice(2).map(({ run }) => [run.workflow, run.cause])).toEqual([
      ["order-refund", "checkpoint_corrupt"],
      ["order-refund", "schema_mismatch"],
      ["order-refund", "outcome_unknown"],
    ]);
    const told = (ticketId: string) => stopped.find(({ run }) => run.subject === ticketId);
    expect(told("T-1041")?.answers.stopped).toMatchObject({ stepsDone: 3, stepsExpected: 5 });
    expect(told("T-1041")?.ledger).toEqual([]);
    expect(told("T-1038")?.ledger.map(({ verdict }) => verdict.kind)).toEqual(["verify_first"]);
    expect(now.approvals).toHaveLength(1);
    expect(now.running).toEqual([]);
  });

  it("puts only the told stories into the live world's log: a model call each, and the one note whose reply was lost", async () => {
    const { entries } = await worldClient(world.url).log();
    expect(entries.map(({ object, kind }) => [object, kind])).toEqual([
      ["T-1041", "model.call"],
      ["T-1038", "model.call"],
      ["T-1038", "crm.note"],
      ["T-1042", "model.call"],
    ]);
  });

  it("lets the newest review begin with what the week before decided: something done, late and open", async () => {
    const engine = {
      ...engineOn(database),
      reviews: reviewStore(database),
      runbookSteps: runbookStepStore(database),
      incidents: incidentStore(database),
    };
    const week = lastCompleteWeek(Date.now(), "UTC");
    const view = await readReview(engine, { week, zone: "UTC" });
    expect(view?.content.former.map(({ state }) => state).sort()).toEqual(["done", "late", "open"]);
  });

  it("does nothing the second time", async () => {
    const before = await engineOn(database).progress.countRuns();
    expect(await load()).toBe("loaded_before");
    expect(await engineOn(database).progress.countRuns()).toEqual(before);
  });

  it("leaves a database alone that has runs of its own", async () => {
    const other = await createTestDatabase();
    const own = await connect(other.url);
    try {
      await engineOn(own).progress.startRun(aNewRun());
      expect(await load(other.url)).toBe("has_other_runs");
      expect(await engineOn(own).progress.countRuns()).toMatchObject({ queued: 1, succeeded: 0 });
    } finally {
      await own.close();
      await other.drop();
    }
  });
});
