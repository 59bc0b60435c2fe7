/**
 * The parts of the simulation, put together: the real engine on the real stores, the real SDK, a real outside world, and
 * one virtual time for all of them. Nothing of it is left when it is closed.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type WorldClient, worldClient } from "@/lib/demo/world/client";
import { startWorld } from "@/lib/demo/world/start-world";
import { setWorldUrl } from "@/lib/demo/world-url";
import type { Engine } from "@/lib/engine/engine";
import type { Backend } from "@/lib/sdk/backend";
import { directBackend } from "@/lib/sdk/direct/direct-backend";
import { inProcessHeartbeats } from "@/lib/sdk/heartbeat/in-process-heartbeats";
import { newId } from "@/lib/sdk/new-id";
import type { Database } from "@/lib/store/database";
import { clockSetter, markOwnClock, restoreClock } from "@/lib/store/database-clock";
import { ledgerStore } from "@/lib/store/ledger-store";
import { commandStore } from "@/lib/store/ops-commands";
import { messageStore } from "@/lib/store/ops-messages";
import { stopDecisionStore } from "@/lib/store/ops-stop-decisions";
import { progressStore } from "@/lib/store/progress-store";
import { hash } from "@/lib/wiring";
import { type Agenda, createAgenda } from "./agenda";
import { type Chance, chanceOf } from "./chance";
import { createFleet, type Fleet } from "./fleet";
import { installNetwork, type Network, systemsUrl } from "./simulated-network";
import { VirtualClock } from "./virtual-clock";

export type Simulation = {
  engine: Engine;
  backend: Backend;
  world: WorldClient;
  clock: VirtualClock;
  chance: Chance;
  agenda: Agenda;
  fleet: Fleet;
  network: Network;
  /** As a disk does: one byte of what a step left behind is another one. */
  damage(runId: string, step: string): Promise<void>;
  close(): Promise<void>;
};

export const engineOn = (database: Database): Engine => ({
  progress: progressStore(database),
  ledger: ledgerStore(database),
  commands: commandStore(database),
  messages: messageStore(database),
  stopDecisions: stopDecisionStore(database),
  hash,
  newId,
});

export async function openSimulation(
  database: Database,
  from: number,
  seed: string,
  onError: (error: unknown) => void,
): Promise<Simulation> {
  const folder = await mkdtemp(path.join(tmpdir(), "reprise-history-"));
  const clock = new VirtualClock(from);
  const chance = chanceOf(seed);
  const world = await startWorld({
    logPath: path.join(folder, "world.jsonl"),
    clock: () => new Date(clock.wallMs()),
    // Delays are the network's.
    sleep: async () => {},
  });
  await markOwnClock(database.sql);
  setWorldUrl(systemsUrl);
  const network = installNetwork(world, clock, chance.fork("network"));
  // Whatever is set on it, the time of a call above all, must hold for the call that follows.
  const oneConnection = { ...database, hot: database.sql };
  const engine = onTime(engineOn(oneConnection), clock, clockSetter(database.sql));
  const backend = directBackend(engine, () => inProcessHeartbeats((lease) => engine.progress.renew(lease), clock));
  const fleet = createFleet({ engine, backend, clock, network, onError });
  return {
    engine,
    backend,
    world: worldClient(world.url),
    clock,
    chance,
    agenda: createAgenda(),
    fleet,
    network,
    async damage(runId, step) {
      await database.sql`
        update progress.checkpoint c set body = overlay(c.body placing '#' from length(c.body) - 1 for 1)
        from progress.step s where s.id = c.step_id and s.run_id = ${runId} and s.name = ${step}`;
    },
    async close() {
      network.uninstall();
      await world.close();
      await rm(folder, { recursive: true, force: true });
      await restoreClock(database.sql);
    },
  };
}

/** What a commit takes on a machine of its own. */
const commitMs = 3;

/** Each call to a store finds the database at the simulation's time. */
function onTime(engine: Engine, clock: VirtualClock, setClock: (at: number) => Promise<void>): Engine {
  const timed = <Store extends object>(store: Store): Store =>
    new Proxy(store, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        return (...ask: unknown[]) =>
          clock.standStill(async () => {
            clock.pass(commitMs);
            // On one connection the call that follows is executed after it.
            const [, answer] = await Promise.all([setClock(clock.wallMs()), method.apply(target, ask)]);
            return answer;
          });
      },
    });
  return {
    ...engine,
    progress: timed(engine.progress),
    ledger: timed(engine.ledger),
    commands: timed(engine.commands),
    messages: timed(engine.messages),
  };
}
