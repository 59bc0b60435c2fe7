/**
 * `npm run faults`: the fault campaign. Exit code 0 only when every scenario held every invariant and the campaign met
 * all that it was meant to meet; with --teeth, when every broken variant was caught.
 */

import { writeFileSync } from "node:fs";
import process from "node:process";
import { type Campaign, playCampaign } from "./campaign";
import { cellName, cells } from "./cells";
import { addFigures } from "./figures";
import { type Options, OptionsRefused, readOptions } from "./options";
import { progressBar } from "./progress-bar";
import { everyOutcome, everyVerdict, missedCells, missedQuota, type Quota } from "./quota";
import { failureLine, isSound, resultLines, summaryLines } from "./report";
import { scenarioOf } from "./scenario";
import { shortQuota, shortRuns, shortSeeds } from "./short-form";
import { playTeeth } from "./teeth/play-teeth";

async function main(): Promise<number> {
  let options: Options;
  try {
    options = readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof OptionsRefused ? error.message : error);
    return 2;
  }
  if (options.form === "teeth") return playTeeth(options);
  const first = await (options.form === "short" ? playShort(options) : playLong(options));
  const quota = quotaOf(options);
  const campaign = quota === null ? first : await playMissedAgain(first, quota, options);
  const missed = quota === null ? [] : missedQuota(quota, campaign.figures);
  for (const line of summaryLines(campaign)) console.log(line);
  const failed = campaign.results.filter((result) => !isSound(result)).length;
  if (missed.length > 0) console.log(`\nINVALID: ${missed.join("; ")}.`);
  console.log(`\n${campaign.results.length - failed} passed, ${failed} failed${missed.length > 0 ? ", invalid" : ""}`);
  if (options.reportFile !== null) {
    const failures = [...campaign.results.filter((one) => !isSound(one)).map(failureLine), ...missed];
    const tally = { passed: campaign.results.length - failed, failed: failures.length, skipped: 0, failures };
    writeFileSync(options.reportFile, JSON.stringify(tally));
  }
  return failed === 0 && missed.length === 0 ? 0 : 1;
}

function playShort(options: Options): Promise<Campaign> {
  return play([...shortSeeds].values(), shortSeeds.length, { ...options, runs: shortRuns });
}

function playLong(options: Options): Promise<Campaign> {
  const until = options.minutes === null ? Number.POSITIVE_INFINITY : Date.now() + options.minutes * 60_000;
  return play(seedsFrom(options, until), options.seeds, options);
}

/** On a machine with other work a fault may come too late for its runs: those cells are played again with another seed. */
async function playMissedAgain(first: Campaign, quota: Quota, options: Options): Promise<Campaign> {
  const missed = new Set(missedCells(quota, first.figures).map(cellName));
  const seeds = first.results.flatMap(({ scenario: { seed, cell } }) =>
    missed.delete(cellName(cell)) ? [seed + cells.length] : [],
  );
  if (seeds.length === 0) return first;
  console.log(`Struck no run, and is played again with another seed: ${seeds.length} of ${first.results.length}`);
  const runs = options.form === "short" ? shortRuns : options.runs;
  const again = await play(seeds.values(), seeds.length, { ...options, runs });
  return {
    results: [...first.results, ...again.results],
    figures: addFigures(first.figures, again.figures),
    tookMs: first.tookMs + again.tookMs,
  };
}

/** A seed that is given by itself is played whatever the filter says. */
function* seedsFrom({ seed, seeds, only }: Options, until: number): Generator<number> {
  let left = seeds ?? Number.POSITIVE_INFINITY;
  for (let next = seed; left > 0 && Date.now() < until; next++) {
    const cell = cells[(next - 1) % cells.length];
    if (cell === undefined || !only(cell)) continue;
    left -= 1;
    yield next;
  }
}

async function play(seeds: Iterator<number>, total: number | null, { runs, lanes }: Options): Promise<Campaign> {
  const bar = progressBar(total);
  const next = () => {
    const { value, done } = seeds.next();
    return done ? null : { scenario: scenarioOf(value, runs), tooth: null };
  };
  const campaign = await playCampaign(next, Math.min(lanes, total ?? lanes), (result) => {
    bar.advance();
    bar.say(resultLines(result, runs));
  });
  bar.end();
  return campaign;
}

/** A replay, or a part that was asked for, has no quota to meet. */
function quotaOf({ form, isFiltered, seeds }: Options): Quota | null {
  if (form === "short") return shortQuota;
  if (isFiltered || (seeds !== null && seeds < cells.length)) return null;
  return { cells, outcomes: everyOutcome, verdicts: everyVerdict };
}

process.exit(await main());
