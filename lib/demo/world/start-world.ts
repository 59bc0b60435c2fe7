// Starts the outside world in this process; `main.ts` makes it a process of its own.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { createBilling } from "./billing";
import { createCallUnderFaults } from "./call-under-faults";
import { createCrm } from "./crm";
import { doorOf } from "./door";
import { openEffectLog } from "./effect-log";
import { createFaultRegister } from "./fault-register";
import { createLibrary } from "./library";
import { createModel } from "./model";
import { createPartner } from "./partner";
import { createQueue } from "./queue";
import { routesOf } from "./routes";
import { createTicketing } from "./ticketing";

export interface WorldOptions {
  /** 0, the default, takes any free port. */
  port?: number;
  logPath: string;
  /** Dates the log and drives the help desk's window and the CRM's index. */
  clock?: () => Date;
  /** Every delay goes through it; with a clock of one's own, move that clock here instead of waiting. */
  sleep?: (ms: number) => Promise<void>;
  /** How long a new note stays invisible to the CRM's search; at most the declared horizon of 10 s. */
  crmIndexLagMs?: number;
  modelMs?: number;
}

export interface World {
  url: string;
  port: number;
  setClock(clock: () => Date): void;
  /** Cuts open connections, as a stopped process would. */
  close(): Promise<void>;
}

// Long enough to watch a run pass through the step, short enough not to bore.
const MODEL_MS = 300;

// Longer than pauses between a worker's calls: a socket closed just as a request leaves would look like a lost reply.
const KEEP_ALIVE_MS = 120_000;

/** Rejects with Node's own error when the port is taken (EADDRINUSE) or the log cannot be opened or read. */
export async function startWorld(options: WorldOptions): Promise<World> {
  let clock = options.clock ?? (() => new Date());
  const now = () => clock();
  const log = openEffectLog(options.logPath);
  const faults = createFaultRegister();
  const routes = routesOf({
    log,
    faults,
    callUnderFaults: createCallUnderFaults(faults, options.sleep ?? ((ms) => wait(ms))),
    ticketing: createTicketing(log, now),
    crm: createCrm(log, now),
    queue: createQueue(log, now),
    model: createModel(log, now),
    crmIndexLagMs: options.crmIndexLagMs ?? 0,
    billing: createBilling(log, now),
    partner: createPartner(log, now),
    library: createLibrary(log, now),
    modelMs: options.modelMs ?? MODEL_MS,
  });
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, doorOf(routes));
  const port = await listen(server, options.port ?? 0).catch((error) => {
    log.close();
    throw error;
  });

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    setClock(next) {
      clock = next;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      log.close();
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)); // bound to TCP, never a pipe
  });
}
