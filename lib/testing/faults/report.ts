/** What a campaign prints: a line per scenario, what was measured, and whether it counts. */

import type { Campaign, Result } from "./campaign";
import { boundaryNames, cellName, faultNames } from "./cells";
import type { Figures } from "./figures";

export const isSound = ({ violations, broken }: Result): boolean => violations.length === 0 && broken === null;

export function resultLines(result: Result, runs: number): string[] {
  const { scenario, violations, broken, keptIn, tookMs } = result;
  const line = `${isSound(result) ? "ok  " : "FAIL"} seed ${scenario.seed}  ${cellName(scenario.cell)}  ${(tookMs / 1000).toFixed(1)} s`;
  if (isSound(result)) return [line];
  const shown = violations
    .slice(0, 8)
    .map(({ invariant, runId, says }) => `     ${invariant}  ${says}  ${runId ?? ""}`);
  return [
    line,
    ...(broken === null ? [] : [`     the campaign itself broke: ${broken}`]),
    ...shown,
    ...(violations.length > shown.length ? [`     and ${violations.length - shown.length} more`] : []),
    ...(keptIn === null ? [] : [`     what was seen: ${keptIn}`]),
    `     again: npm run faults -- --seed ${scenario.seed} --runs ${runs}`,
  ];
}

/** The whole failure of a scenario in a line. */
export function failureLine({ scenario, violations, broken }: Result): string {
  const says = broken ?? violations.map(({ invariant, says }) => `${invariant} ${says}`).join("; ");
  return `seed ${scenario.seed}, ${cellName(scenario.cell)}: ${says}`;
}

export function summaryLines({ results, figures, tookMs }: Campaign): string[] {
  const struck = sum(figures.struck);
  const failed = results.filter((result) => !isSound(result)).length;
  return [
    "",
    `${results.length} scenarios, ${figures.runs} runs, ${struck} of them struck, in ${(tookMs / 60_000).toFixed(1)} minutes; ${failed} failed`,
    "",
    ...table("struck runs by fault", byFault(figures)),
    ...table("struck runs by boundary", byBoundary(figures)),
    ...table("actions when the faults had stopped", figures.atRest),
    ...table("attempts in the end", figures.outcomes),
    ...table("verdicts shown, by action", figures.verdicts),
    `effects executed       ${figures.effects}`,
    `effects repeated       ${figures.effectsRepeated}   with 95 % confidence fewer than ${bound(struck)} of struck runs (3/N)`,
    `progress lost          ${figures.progressLost} acknowledged checkpoints or finished steps`,
    `begun again            ${figures.begunAgain} steps that had left no checkpoint`,
    `from fault to claim    ${spread(figures.reclaimMs)}`,
  ];
}

const bound = (n: number): string => (n === 0 ? "all" : `${((3 / n) * 100).toFixed(2)} %`);

function spread(values: readonly number[]): string {
  if (values.length === 0) return "none";
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => `${((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) / 1000).toFixed(2)} s`;
  return `median ${at(0.5)}, 95 % ${at(0.95)}, longest ${at(1)} (${sorted.length} claims, lease 1.5 s)`;
}

function byFault({ struck }: Figures): Record<string, number> {
  return regroup(struck, (cell) => {
    const [fault = ""] = cell.split(" at ");
    return `${fault}: ${faultNames[fault as keyof typeof faultNames]}`;
  });
}

function byBoundary({ struck }: Figures): Record<string, number> {
  const found = regroup(struck, (cell) => cell.split(" at ")[1] ?? "");
  return Object.fromEntries(
    Object.entries(boundaryNames).flatMap(([boundary, name]) =>
      found[boundary] === undefined ? [] : [[`${boundary.padEnd(7)} ${name}`, found[boundary]]],
    ),
  );
}

function regroup(counts: Record<string, number>, name: (key: string) => string): Record<string, number> {
  const groups: Record<string, number> = {};
  for (const [key, value] of Object.entries(counts)) groups[name(key)] = (groups[name(key)] ?? 0) + value;
  return groups;
}

const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((a, b) => a + b, 0);

function table(title: string, counts: Record<string, number>): string[] {
  const rows = Object.entries(counts).map(([name, value]) => `  ${String(value).padStart(6)}  ${name}`);
  return [title, ...rows, ""];
}
