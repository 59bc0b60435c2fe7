/** Plays each broken variant where it bites, and the product itself at the same place: the one must be caught, the other not. */

import { playCampaign, type Result } from "../campaign";
import type { Options } from "../options";
import { isSound, resultLines } from "../report";
import { scenarioOf } from "../scenario";
import { type Tooth, teeth } from "./teeth";

const runs = 20;
const seed = 1;

/** @returns the exit code */
export async function playTeeth({ tooth: wanted, lanes }: Options): Promise<number> {
  const chosen = teeth.filter(({ name }) => wanted === null || name === wanted);
  if (chosen.length === 0) {
    console.error(`There is no broken variant "${wanted}". There are: ${teeth.map(({ name }) => name).join(", ")}.`);
    return 2;
  }
  const turns = chosen.flatMap((tooth) => [
    { tooth, isBroken: true },
    { tooth, isBroken: false },
  ]);
  const played = new Map<object, { tooth: Tooth; isBroken: boolean }>();
  const left = turns.values();
  const next = () => {
    const { value: turn, done } = left.next();
    if (done) return null;
    const { cell, shapes } = turn.tooth;
    const scenario = scenarioOf(seed, runs, { cell, shapes });
    played.set(scenario, turn);
    return { scenario, tooth: turn.isBroken ? turn.tooth.name : null };
  };
  let missed = 0;
  const onResult = (result: Result) => {
    const turn = played.get(result.scenario);
    if (turn === undefined) return;
    const isCaught = result.violations.some(({ invariant }) => invariant === turn.tooth.by);
    const isRight = turn.isBroken ? isCaught : isSound(result);
    if (!isRight) missed += 1;
    for (const line of lines(turn, result, isRight)) console.log(line);
  };
  await playCampaign(next, lanes, onResult);
  console.log(
    `\n${turns.length - missed} passed, ${missed} failed (${chosen.length} broken variants and their sound twins)`,
  );
  return missed === 0 ? 0 : 1;
}

function lines({ tooth, isBroken }: { tooth: Tooth; isBroken: boolean }, result: Result, isRight: boolean): string[] {
  if (!isBroken) {
    return isRight ? [`       sound  ${tooth.name}`] : [`FALSE ALARM   ${tooth.name}`, ...resultLines(result, runs)];
  }
  const by = [...new Set(result.violations.map(({ invariant }) => invariant))].join(", ");
  const own = result.violations.find(({ invariant }) => invariant === tooth.by);
  const first = own?.says ?? result.violations[0]?.says ?? result.broken ?? "";
  return [`${isRight ? "caught" : "MISSED"}        ${tooth.name}: ${tooth.title}`, `              ${by}  ${first}`];
}
