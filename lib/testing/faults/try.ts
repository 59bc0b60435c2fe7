import { cellName, cells } from "./cells";
import { runScenario } from "./run-scenario";
import { scenarioOf } from "./scenario";
import { openStage } from "./stage";

const stage = await openStage();
try {
  const wanted = process.argv.slice(2);
  for (let seed = 1; seed <= cells.length; seed++) {
    const s = scenarioOf(seed, 20);
    if (wanted.length && !wanted.includes(`${s.cell.fault}@${s.cell.boundary}`) && !wanted.includes(s.cell.fault))
      continue;
    const t = Date.now();
    try {
      const p = await runScenario(stage, s);
      console.log(
        seed,
        cellName(s.cell),
        `${p.tookMs} ms`,
        JSON.stringify({
          ...p.figures,
          reclaimMs: p.figures.reclaimMs.length
            ? [Math.min(...p.figures.reclaimMs), Math.max(...p.figures.reclaimMs)].map(Math.round)
            : [],
        }),
      );
      for (const v of p.violations.slice(0, 6)) console.log("   VIOLATION", v.invariant, v.says);
    } catch (e) {
      console.log(seed, cellName(s.cell), "CRASH", Date.now() - t, e);
    }
  }
} finally {
  await stage.close();
}
process.exit(0);
