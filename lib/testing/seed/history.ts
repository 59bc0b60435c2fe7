/** Five weeks of runs, made by really running them on virtual time. Ends ten minutes before now, with little left open. */

import type { Database } from "@/lib/store/database";
import { day, lastMonday, minute, outageOf, type Span } from "./arrivals";
import { planEpisodes } from "./episodes";
import { RunLife } from "./run-life";
import { planRuns } from "./run-plan";
import { openSimulation, type Simulation } from "./simulation";

export type HistoryOptions = {
  runs: number;
  seed: string;
  now: number;
  print: (line: string) => void;
  /** What must still be seen of its outside world, before that is gone. */
  inspect?: (simulation: Simulation) => Promise<void>;
};

const lastsMs = 35 * day;
const endsBeforeNowMs = 10 * minute;
/** The last one has the time to be finished. */
const arrivalsEndBeforeMs = 40 * minute;
const printEvery = 50;

export async function makeHistory(database: Database, options: HistoryOptions): Promise<void> {
  const { runs, seed, now, print } = options;
  const span: Span = { from: now - lastsMs, to: now - arrivalsEndBeforeMs };
  const errors: unknown[] = [];
  const simulation = await openSimulation(database, span.from, seed, (error) => errors.push(error));
  try {
    const { agenda, clock, fleet, chance } = simulation;
    const monday = lastMonday(now);
    const outage = outageOf(monday);
    await planOutage(simulation, outage);
    let begun = 0;
    const told = planEpisodes(span, monday, chance.fork("episodes"));
    const others = planRuns(Math.max(1, runs - told.length), span, outage, chance.fork("plan"));
    for (const plan of [...told, ...others]) {
      const life = new RunLife(simulation, plan, { outage, end: now - endsBeforeNowMs });
      agenda.at(plan.at, async () => {
        await life.begin();
        begun += 1;
        if (begun % printEvery === 0 && begun < runs) print(`History: ${begun} of ${runs} runs.`);
      });
    }
    for (let entry = agenda.next(); entry !== null; entry = agenda.next()) {
      clock.moveTo(entry.time);
      await entry.happen();
      if (errors.length > 0) throw new AggregateError(errors, "The history could not be made.");
    }
    await fleet.stop();
    await options.inspect?.(simulation);
  } finally {
    await simulation.close();
  }
}

/** The CRM answers 503 to everything but look-ups. */
async function planOutage({ agenda, world }: Simulation, { from, to }: Span): Promise<void> {
  const armed: string[] = [];
  agenda.at(from, async () => {
    for (const kind of ["crm.history", "crm.note"] as const) {
      armed.push((await world.armFault({ system: "crm", kind, fault: "error_before_effect", count: null })).id);
    }
  });
  agenda.at(to, async () => {
    for (const id of armed) await world.clearFault(id);
  });
}
