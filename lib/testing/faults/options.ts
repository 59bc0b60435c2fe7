/** What `npm run faults -- …` can be told. */

import { parseArgs } from "node:util";
import { boundaryNames, type Cell, cells, faultNames } from "./cells";

export type Options = {
  /** The first seed. */
  seed: number;
  /** How many scenarios; null: as many as the minutes allow. */
  seeds: number | null;
  minutes: number | null;
  runs: number;
  lanes: number;
  only: (cell: Cell) => boolean;
  isFiltered: boolean;
  form: "long" | "short" | "teeth";
  /** One broken variant, in place of all. */
  tooth: string | null;
  reportFile: string | null;
};

export class OptionsRefused extends Error {
  override name = "OptionsRefused";
}

export const usage = `npm run faults -- [options]
  --seeds N       play N scenarios (one round of all ${cells.length} faults × boundaries by default)
  --seed N        begin with this seed; alone: replay just this one
  --minutes N     go on with new seeds for so long
  --fault NAME    only this fault: ${Object.keys(faultNames).join(", ")}
  --boundary NAME only at this boundary: ${Object.keys(boundaryNames).join(", ")}
  --runs N        runs in each scenario (40)
  --lanes N       scenarios at the same time, each with a server of its own (2)
  --short         the form that npm test plays: fixed seeds, each boundary and each fault once
  --teeth [NAME]  play the broken variants; each must be caught
  --report FILE   also write the tally as JSON`;

/** Throws OptionsRefused, with the sentence to show. */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parsed(args);
  if (values.help) throw new OptionsRefused(usage);
  const { fault, boundary } = values;
  const only = (cell: Cell) =>
    (fault === undefined || cell.fault === fault) && (boundary === undefined || cell.boundary === boundary);
  oneOf("fault", fault, Object.keys(faultNames));
  oneOf("boundary", boundary, Object.keys(boundaryNames));
  if (!cells.some(only)) {
    const where = cells.filter((cell) => cell.fault === fault).map((cell) => cell.boundary);
    throw new OptionsRefused(`The fault ${fault} does not strike at ${boundary}, but at: ${where.join(", ")}.`);
  }
  const isAlone = values.seed !== undefined && values.seeds === undefined && values.minutes === undefined;
  const minutes = values.minutes === undefined ? null : positive("minutes", values.minutes);
  const round = cells.filter(only).length;
  return {
    seed: values.seed === undefined ? 1 : whole("seed", values.seed),
    seeds: values.seeds !== undefined ? whole("seeds", values.seeds) : isAlone ? 1 : minutes === null ? round : null,
    minutes,
    runs: values.runs === undefined ? 40 : whole("runs", values.runs),
    lanes: values.lanes === undefined ? 2 : whole("lanes", values.lanes),
    only,
    isFiltered: isAlone || fault !== undefined || boundary !== undefined,
    form: values.teeth ? "teeth" : values.short ? "short" : "long",
    tooth: positionals[0] ?? null,
    reportFile: values.report ?? null,
  };
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        seeds: { type: "string" },
        seed: { type: "string" },
        minutes: { type: "string" },
        fault: { type: "string" },
        boundary: { type: "string" },
        runs: { type: "string" },
        lanes: { type: "string" },
        short: { type: "boolean" },
        teeth: { type: "boolean" },
        report: { type: "string" },
        help: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new OptionsRefused(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

function oneOf(name: string, given: string | undefined, names: readonly string[]): void {
  if (given === undefined || names.includes(given)) return;
  throw new OptionsRefused(`There is no ${name} ${JSON.stringify(given)}. There are: ${names.join(", ")}.`);
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new OptionsRefused(`--${name} is ${JSON.stringify(text)}; use a number above 0.`);
}

/** Half a seed names no scenario. */
function whole(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new OptionsRefused(`--${name} is ${JSON.stringify(text)}; use a whole number above 0.`);
}
