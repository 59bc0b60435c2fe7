/**
 * What the campaign must do at least once: each fault at each boundary where it can strike. The boundaries are the
 * points of an action's life at which what follows differs; their numbers are those of the fault matrix.
 */

export const boundaryNames = {
  anytime: "wherever each run is",
  B0: "before the claim",
  B1: "claim committed, reply lost",
  B2: "step started",
  B3: "before begin is sent",
  B4: "begin committed, reply lost",
  B5: "right to send received, nothing sent",
  B6: "bytes sent, destination has not executed",
  B7: "destination executed, reply not arrived",
  B8: "reply received, outcome not reported",
  B9: "outcome committed, checkpoint not",
  B10: "checkpoint committed, reply lost",
  B11: "waiting for a person",
  B11a: "suspending while the decision arrives",
  B12: "decision committed, not delivered",
  B13: "run finished, reply lost",
} as const;
export type Boundary = keyof typeof boundaryNames;

export const faultNames = {
  kill: "SIGKILL",
  stop: "SIGSTOP beyond the lease, then SIGCONT",
  terminate: "SIGTERM with a grace, then SIGKILL",
  cut_before: "connection cut before the statement arrives",
  cut_after: "connection cut after its commit, before the reply",
  partition: "all traffic with Postgres delayed beyond the lease",
  half_open: "all traffic with Postgres swallowed, sockets left open",
  postgres_immediate: "Postgres stopped without a checkpoint, and restarted",
  postgres_fast: "Postgres stopped fast, and restarted",
  lock_wait: "lease rows locked from outside beyond the lease",
  race: "three workers killed in turn, decisions and resumes pressed twice at once",
  blocked_loop: "the worker's event loop blocked for three leases",
  request_lost: "connection to the destination cut before it executes",
  reply_lost: "connection to the destination cut after it executed",
  reply_late: "reply delayed beyond deadline and lease",
  reply_twice: "reply delivered twice",
  reply_never: "reply swallowed, socket left open",
  error_before: "503 before executing",
  error_after: "500 after executing",
  refused: "400, nothing executed",
  deaf_sender: "the sender ignores its deadline and reports late",
  reply_reordered: "replies delivered in reverse order, half of them beyond their deadline",
  clock_wrong: "one worker's clock ten minutes ahead, the next one's ten behind; the first killed",
  clock_ahead: "the worker's clock set ten minutes ahead",
  clock_back: "the worker's clock set ten minutes back while it is stopped beyond the lease",
  disk_full: "the database's disk full beyond the lease",
  connections_taken: "every connection of the server taken by others beyond the lease",
  pool_starved: "every connection of the worker's pool waiting beyond the lease",
  web_killed: "the web process killed while people press; they press again with the same nonce",
} as const;
export type Fault = keyof typeof faultNames;

export type Cell = { fault: Fault; boundary: Boundary };

const everyBoundary: Boundary[] = [
  ...(["anytime", "B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9", "B10", "B11", "B12", "B13"] as const),
];

const where: Record<Fault, Boundary[]> = {
  kill: everyBoundary,
  stop: everyBoundary,
  terminate: everyBoundary,
  cut_before: ["B0", "B3", "B8", "B9", "B11"],
  cut_after: ["B1", "B4", "B9", "B10", "B11", "B13"],
  partition: ["anytime", "B10", "B13"],
  half_open: ["anytime"],
  postgres_immediate: ["anytime"],
  postgres_fast: ["anytime"],
  lock_wait: ["B9"],
  race: ["anytime", "B11a"],
  blocked_loop: ["B2"],
  request_lost: ["B6"],
  reply_lost: ["B7"],
  reply_late: ["B7"],
  reply_twice: ["B7"],
  reply_never: ["B7"],
  error_before: ["B6"],
  error_after: ["B7"],
  refused: ["B6"],
  deaf_sender: ["B7"],
  reply_reordered: ["B7"],
  clock_wrong: ["anytime"],
  clock_ahead: ["B5"],
  clock_back: ["B5", "B8"],
  disk_full: ["B3", "B8", "B9"],
  connections_taken: ["anytime"],
  pool_starved: ["anytime"],
  web_killed: ["B2", "B6", "B11"],
};

// The keys of the table are exactly the faults.
export const faults = Object.keys(where) as Fault[];
export const cells: Cell[] = faults.flatMap((fault) => where[fault].map((boundary) => ({ fault, boundary })));

export const cellName = ({ fault, boundary }: Cell): string => `${fault} at ${boundary}`;
