/** A lived history's weeks, counted a second way: row by row in code, where the review asks the database for sums. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, type Database } from "@/lib/store/database";
import { incidentStore } from "@/lib/store/ops-incidents";
import { reviewStore } from "@/lib/store/ops-reviews";
import { runbookStepStore } from "@/lib/store/ops-runbook-steps";
import { makeHistory } from "@/lib/testing/seed/history";
import { engineOn } from "@/lib/testing/seed/simulation";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/test-database";
import { detectIncidents } from "./detect-incidents";
import { figuresOf } from "./figure";
import { readWeek } from "./read-week";
import type { ReviewEngine } from "./review-engine";
import { type Week, weekName, weeksLater } from "./week";
import { lastCompleteWeek, rangeOfWeek } from "./week-range";

/** The clocks of Paris went back on 25 October: its week has 169 hours. */
const now = Date.parse("2026-11-11T15:00:00Z");
const zone = "Europe/Paris";
const weeks: Week[] = [-1, -2, -3, -4, -5].map((back) => weeksLater(lastCompleteWeek(now, zone), back + 1));
const patienceMs = 240_000;

type Row = Record<string, unknown>;
const num = (value: unknown): number => (value === null ? Number.NaN : Number(value));

describe("every figure of a week is what its rows come to", () => {
  let test: TestDatabase;
  let database: Database;
  let engine: ReviewEngine;
  let rows: (table: string, columns: string) => Promise<Row[]>;

  beforeAll(async () => {
    test = await createTestDatabase();
    database = await connect(test.url, { connectionsMax: 1 });
    await makeHistory(database, { runs: 120, seed: "b", now, print: () => {} });
    engine = {
      ...engineOn(database),
      incidents: incidentStore(database),
      reviews: reviewStore(database),
      runbookSteps: runbookStepStore(database),
    };
    await detectIncidents(engine, []);
    rows = async (table, columns) => [...(await database.sql.unsafe<Row[]>(`select ${columns} from ${table}`))];
  }, patienceMs);

  afterAll(async () => {
    await database?.close();
    await test?.drop();
  });

  const ms = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`;

  it("the weeks hold something to count, a week of 169 hours among them", async () => {
    expect(weeks.map(weekName)).toContain("2026-W43");
    const { from, to } = rangeOfWeek({ year: 2026, week: 43 }, zone);
    expect((to - from) / 3_600_000).toBe(169);
    const all = await Promise.all(weeks.map((week) => readWeek(engine, week, zone)));
    const sum = (of: (facts: (typeof all)[number]) => number) => all.reduce((total, facts) => total + of(facts), 0);
    for (const n of [
      sum(({ avoided }) => avoided),
      sum(({ stepRetries }) => stepRetries),
      sum(({ actionRetries }) => actionRetries),
      sum(({ byPerson }) => byPerson.resumed),
      sum(({ workSaved }) => workSaved.steps),
      sum(({ incidents }) => incidents.length),
    ]) {
      expect(n).toBeGreaterThan(0);
    }
  });

  it.each(weeks.map((week) => [weekName(week), week] as const))("%s", async (_, week) => {
    const { from, to } = rangeOfWeek(week, zone);
    const within = (at: unknown): boolean => num(at) >= from && num(at) < to;
    const p95 = (lengths: number[]) => lengths.sort((a, b) => a - b)[Math.ceil(lengths.length * 0.95) - 1] ?? null;

    const actions = await rows(
      "ledger.action",
      `id, run_id as run, type, state, ${ms("created_at")} as made, ${ms("contradicted_at")} as contradicted,
        date_part('epoch', settled_at - first_begun_at) * 1000 as took`,
    );
    const avoided = await rows("ledger.avoided", `action_id as action, wrong_at as wrong, ${ms("at")} as at`);
    const attempts = await rows(
      "ledger.attempt",
      `id, action_id as action, number, reason, ${ms("ended_at")} as ended`,
    );
    const stepAttempts = await rows(
      "progress.step_attempt",
      `step_id as step, number, result, ${ms("ended_at")} as ended`,
    );
    const executions = await rows(
      "progress.execution",
      `id, run_id as run, number, kind, end_reason as reason, ${ms("started_at")} as at`,
    );
    const checkpoints = await rows(
      "progress.checkpoint",
      "step_id as step, execution_id as execution, parent_id as parent",
    );
    const steps = await rows(
      "progress.step",
      `id, run_id as run, kind, state, superseded_by as gone, ${ms("started_at")} as began, ${ms("ended_at")} as ended`,
    );
    const runs = await rows("progress.run", `id, state, ${ms("ended_at")} as ended, ${ms("started_at")} as began`);
    const evidence = await rows(
      "ops.incident_evidence e join ops.incident i on i.id = e.incident_id",
      `i.id, i.state, ${ms("e.at")} as at`,
    );

    const byId = (list: Row[], id: unknown) => list.find((row) => row.id === id);
    const numberOf = (execution: unknown) => num(byId(executions, execution)?.number ?? null);
    const reused = executions
      .filter(({ kind, at }) => (kind === "resume" || kind === "recovery") && within(at))
      .flatMap((execution) =>
        steps.filter(
          (step) =>
            step.run === execution.run &&
            step.kind === "step" &&
            step.state === "done" &&
            (step.gone === null || numberOf(step.gone) > num(execution.number)) &&
            checkpoints.some(
              (kept) =>
                kept.step === step.id && kept.parent === null && numberOf(kept.execution) < num(execution.number),
            ),
        ),
      );
    const passed = executions
      .filter(({ kind, at }) => kind === "resume" && within(at))
      .map((resume) => {
        const later = executions.filter(({ run, number }) => run === resume.run && num(number) > num(resume.number));
        const until = Math.min(...later.filter(({ kind }) => kind === "resume").map(({ number }) => num(number)));
        const reach = [resume, ...later.filter(({ number }) => num(number) < until)];
        return reach.some(({ id, reason }) => reason === "finished" || checkpoints.some((c) => c.execution === id));
      });

    const figures = figuresOf(await readWeek(engine, week, zone));
    const spared = new Set(
      avoided
        .filter(({ action, wrong, at }) => wrong === null && within(at) && byId(actions, action)?.contradicted === null)
        .map(({ action }) => action),
    ).size;
    const through = actions.filter(({ contradicted }) => contradicted !== null && within(contradicted)).length;
    expect(figures.avoided).toEqual({ kind: "count", value: spared });
    expect(figures.got_through).toEqual({ kind: "count", value: through });
    expect(figures.rate_avoided).toEqual({ kind: "share", part: spared, whole: spared + through });
    const next = (list: Row[], key: string, row: Row) =>
      list.some((other) => other[key] === row[key] && num(other.number) === num(row.number) + 1);
    expect(figures.action_retries).toEqual({
      kind: "count",
      value: attempts.filter((a) => a.reason !== null && within(a.ended) && next(attempts, "action", a)).length,
    });
    expect(figures.step_retries).toEqual({
      kind: "count",
      value: stepAttempts.filter(
        (a) => (a.result === "failed" || a.result === "lost") && within(a.ended) && next(stepAttempts, "step", a),
      ).length,
    });
    expect(figures.resumes).toEqual({
      kind: "share",
      part: passed.filter(Boolean).length,
      whole: passed.length,
    });
    expect(figures.work_saved).toEqual({ kind: "count", value: reused.length });
    expect(figures.time_saved).toEqual({
      kind: "length",
      ms: reused.reduce((total, step) => total + num(step.ended) - num(step.began), 0),
      n: reused.length,
    });
    const settled = actions
      .filter(
        ({ state, made, took }) => (state === "confirmed" || state === "refused") && within(made) && took !== null,
      )
      .map(({ took }) => Math.floor(num(took) + 1e-3));
    expect(figures.settling_p95).toEqual({ kind: "length", ms: p95(settled), n: settled.length });
    const finished = runs.filter(({ state, ended }) => state === "succeeded" && within(ended));
    expect(figures.run_p95).toMatchObject({ n: finished.length });
    const done = steps.filter(({ kind, state, began }) => kind === "step" && state === "done" && within(began));
    expect(figures.step_p95).toMatchObject({ n: done.length });
    const seen = evidence.filter(({ state, at }) => state !== "dismissed" && within(at));
    expect(figures.incidents).toEqual({ kind: "count", value: new Set(seen.map(({ id }) => id)).size });
  });
});
