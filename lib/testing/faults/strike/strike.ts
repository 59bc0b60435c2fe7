/** Plays a scenario's fault: starts the runs, strikes, and returns once nothing is wrong with the surroundings any more. */

import type { Fault } from "../cells";
import type { Play } from "../play";
import { strikeClients } from "./clients";
import { strikeClock } from "./clock";
import { strikeDestination } from "./destination";
import { strikeNetwork } from "./network";
import { strikeProcess } from "./process";
import { fillDisk, starvePool, takeConnections } from "./resources";
import { blockLoop, lockLeases, restartServer } from "./server";
import { strikeWeb } from "./web";

const strikes: Record<Fault, (play: Play) => Promise<void>> = {
  kill: (play) => strikeProcess(play, "kill"),
  stop: (play) => strikeProcess(play, "stop"),
  terminate: (play) => strikeProcess(play, "terminate"),
  cut_before: strikeNetwork,
  cut_after: strikeNetwork,
  partition: strikeNetwork,
  half_open: strikeNetwork,
  postgres_immediate: (play) => restartServer(play, "immediate"),
  postgres_fast: (play) => restartServer(play, "fast"),
  lock_wait: lockLeases,
  race: strikeClients,
  blocked_loop: blockLoop,
  request_lost: strikeDestination,
  reply_lost: strikeDestination,
  reply_late: strikeDestination,
  reply_twice: strikeDestination,
  reply_never: strikeDestination,
  error_before: strikeDestination,
  error_after: strikeDestination,
  refused: strikeDestination,
  deaf_sender: strikeDestination,
  reply_reordered: strikeDestination,
  clock_wrong: strikeClock,
  clock_ahead: strikeClock,
  clock_back: strikeClock,
  disk_full: fillDisk,
  connections_taken: takeConnections,
  pool_starved: starvePool,
  web_killed: strikeWeb,
};

export const strike = (play: Play): Promise<void> => strikes[play.scenario.cell.fault](play);
