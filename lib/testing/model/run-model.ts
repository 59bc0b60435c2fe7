/**
 * A state machine of one run and its actions, driven at random through crashes, pauses, lost replies, look-ups and
 * people. After each step everything that must always hold is checked; at the end the faults stop, and the run must come
 * to its end with every action done once.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { deliverOutbox } from "@/lib/engine/deliver-outbox";
import { sweep } from "@/lib/engine/sweep";
import { workerExitSeen } from "@/lib/engine/worker-exit";
import { leaseMs, minute, second } from "../progress-world";
import { answerProbe, check, resume, settle } from "./people";
import { type MakeEngine, RunWorld } from "./run-world";
import type { WorkerProcess } from "./worker-process";

type Effort = { runs: number; steps: number };

export function runModel(name: string, make: MakeEngine, { runs, steps }: Effort): void {
  test(`${name}: whatever dies, sleeps or lies in between, an action happens once and its state is true`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("automatic" as const, "manual" as const),
        fc.commands(anyStep, { maxCommands: steps, size: "max" }),
        async (recovery, commands) => {
          const world = await RunWorld.open(make, recovery);
          await fc.asyncModelRun(() => ({ model: world, real: world }), commands);
          await comeToAnEnd(world);
        },
      ),
      { numRuns: runs },
    );
  }, 120_000);
}

class Step implements fc.AsyncCommand<RunWorld, RunWorld> {
  constructor(
    private readonly name: string,
    private readonly act: (world: RunWorld) => Promise<unknown>,
  ) {}

  check = () => true;

  async run(world: RunWorld): Promise<void> {
    await this.act(world);
    await world.check();
  }

  toString = () => this.name;
}

const worker = fc.constantFrom(0 as const, 1 as const);

const anyStep = [
  worker.map((i) => new Step(`claim(${i})`, async (world) => world.workers[i].execution ?? world.workers[i].claim())),
  // Most of what happens is work, and a pause may come after any of it.
  fc.tuple(worker, fc.integer({ min: 1, max: 8 })).map(
    ([i, turns]) =>
      new Step(`work(${i}, ${turns})`, async (world) => {
        for (let turn = 0; turn < turns; turn++) await world.workers[i].turn(false);
      }),
  ),
  worker.map((i) => new Step(`turn(${i})`, (world) => world.workers[i].turn(false))),
  worker.map((i) => new Step(`turn(${i}), its reply lost`, (world) => world.workers[i].turn(true))),
  worker.map((i) => new Step(`die(${i})`, async (world) => world.workers[i].die())),
  worker.map((i) => new Step(`die(${i}), seen`, (world) => dieSeen(world, world.workers[i]))),
  fc
    .constantFrom(second, 4 * second, 11 * second, leaseMs, 25 * 60 * minute)
    .map((ms) => new Step(`pass(${ms / second} s)`, (world) => world.pass(ms))),
  fc.constant(new Step("sweep", (world) => sweep(world.engine, mustNotFail))),
  worker.map((i) => new Step(`look up(${i})`, (world) => lookUp(world, world.workers[i]))),
  fc.constant(new Step("settle", settle)),
  fc.boolean().map((zero) => new Step(`resume from ${zero ? "zero" : "the latest"}`, (world) => resume(world, zero))),
];

async function lookUp(world: RunWorld, process: WorkerProcess): Promise<void> {
  await check(world);
  await answerProbe(world, process);
  await world.pass(15 * second);
  await answerProbe(world, process);
}

async function dieSeen(world: RunWorld, process: WorkerProcess): Promise<void> {
  const { id } = process.record;
  process.die();
  await workerExitSeen(world.engine, id);
  const { held } = world;
  if (held?.workerId === id) held.expiresAt = Math.min(held.expiresAt, world.now());
}

/** All processes are gone without a word; new ones work without faults, and people do what the screens tell them to. */
async function comeToAnEnd(world: RunWorld): Promise<void> {
  for (const process of world.workers) process.die();
  for (let round = 0; round < 12 && !(await world.isOver()); round++) {
    await world.pass(minute);
    await sweep(world.engine, mustNotFail);
    await check(world);
    for (let i = 0; i < world.outside.destinations.length; i++) await answerProbe(world, world.workers[0]);
    await settle(world);
    await deliverOutbox(world.engine);
    await resume(world, false);
    await world.workers[0].claim();
    for (let turns = 0; turns < 30 && world.workers[0].execution !== null; turns++) await world.workers[0].turn(false);
    await world.check();
  }
  const run = await world.engine.progress.findRun(world.runId);
  expect(run, "after the faults it ends").toMatchObject({ state: "succeeded" });
  const actions = await world.engine.ledger.readRunActions(world.runId);
  expect(actions.map(({ action }) => action.state)).toEqual(world.outside.destinations.map(() => "confirmed"));
}

function mustNotFail(error: unknown): void {
  throw error;
}
