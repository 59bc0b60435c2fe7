/** Plays scenarios side by side, each lane on a stage of its own, and adds up what they measured. */

import type { Violation } from "./checker/observed";
import { addFigures, type Figures, noFigures } from "./figures";
import { runScenario } from "./run-scenario";
import type { Scenario } from "./scenario";
import { openStage, type Stage } from "./stage";

export type Result = {
  scenario: Scenario;
  violations: Violation[];
  /** The campaign itself could not go on: nothing is proven by this scenario. */
  broken: string | null;
  /** Where the logs of a scenario with violations are. */
  keptIn: string | null;
  tookMs: number;
};

export type Campaign = { results: Result[]; figures: Figures; tookMs: number };

/** A scenario that takes longer is stuck, and so is its stage. */
const patienceMs = 150_000;

/** `next` is asked for one scenario after the other, and says null when there are no more. */
export async function playCampaign(
  next: () => { scenario: Scenario; tooth: string | null } | null,
  lanes: number,
  onResult: (result: Result) => void,
): Promise<Campaign> {
  const startedAt = Date.now();
  const results: Result[] = [];
  let figures = noFigures();

  async function playLane(): Promise<void> {
    let stage: Stage | null = null;
    try {
      for (let turn = next(); turn !== null; turn = next()) {
        stage ??= await openStage();
        const { result, measured } = await playOne(stage, turn.scenario, turn.tooth);
        results.push(result);
        if (measured) figures = addFigures(figures, measured);
        onResult(result);
        if (result.broken === null) continue;
        await stage.close();
        stage = null;
      }
    } finally {
      await stage?.close();
    }
  }

  await Promise.all(Array.from({ length: lanes }, playLane));
  return { results, figures, tookMs: Date.now() - startedAt };
}

async function playOne(
  stage: Stage,
  scenario: Scenario,
  tooth: string | null,
): Promise<{ result: Result; measured: Figures | null }> {
  const startedAt = Date.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not end within ${patienceMs / 1000} s.`)), patienceMs);
  });
  try {
    const { violations, keptIn, figures, tookMs } = await Promise.race([runScenario(stage, scenario, tooth), late]);
    return { result: { scenario, violations, broken: null, keptIn, tookMs }, measured: figures };
  } catch (error) {
    const broken = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return {
      result: { scenario, violations: [], broken, keptIn: null, tookMs: Date.now() - startedAt },
      measured: null,
    };
  } finally {
    clearTimeout(timer);
  }
}
