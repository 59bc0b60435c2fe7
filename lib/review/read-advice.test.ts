import { describe, expect, it } from "vitest";
import { reportAttempt } from "@/lib/engine/report-attempt";
import { anEngineWorld, askNote, mustProceed } from "@/lib/testing/engine-world";
import { anId } from "@/lib/testing/factories";
import { aFound } from "@/lib/testing/incident-store-conformance";
import { aReport } from "@/lib/testing/ledger-world";
import { aClaimedRun, aStepWrite, claimNext, finish, leaseMs, mustRecord, second } from "@/lib/testing/progress-world";
import { listAdvice, readAdvice } from "./read-advice";

const nobody = () => false;

/** A run of which one execution was lost in its slow step, and whose note nobody knew about for a while. */
async function aTroubledRun({ engine, pass }: ReturnType<typeof anEngineWorld>) {
  const claimed = await aClaimedRun(engine.progress, { recovery: "automatic" });
  const step = aStepWrite("recommend");
  const attempt = { id: engine.newId(), stepId: step.id };
  await mustRecord(engine.progress, claimed.lease, { steps: [step], attempts: [{ ...attempt, number: 1 }] });
  pass(leaseMs);
  const recovered = (await claimNext(engine.progress))!;
  await mustRecord(engine.progress, recovered.lease, {
    steps: [step],
    attempts: [{ id: engine.newId(), stepId: step.id, number: 2 }],
    journal: [{ level: "info", text: "Used 120 tokens, 0.0031 USD.", stepId: step.id }],
  });
  pass(6 * second);
  await mustRecord(engine.progress, recovered.lease, { steps: [{ ...step, state: "done" }] });
  const ask = askNote(recovered);
  const { attempt: sent } = await mustProceed(engine, { ...ask, intent: { ...ask.intent, object: claimed.run.id } });
  await reportAttempt(engine, aReport(sent.id, "unknown"));
  await mustRecord(engine.progress, recovered.lease, finish);
}

describe("the advice on a workflow", () => {
  it("is read from both halves over the same runs, with the rows of each figure", async () => {
    const world = anEngineWorld();
    for (let i = 0; i < 10; i += 1) await aTroubledRun(world);
    const read = (await readAdvice(world.engine, "support-ticket", nobody))!;
    expect(read).toMatchObject({
      runs: 10,
      counted: 10,
      use: { lost: { executions: 10 }, plainSteps: 1 },
      lostCost: { steps: 10, ms: 10 * leaseMs, metered: 0 },
      moreActions: false,
      advice: { recommendation: "both" },
    });
    expect(read.again).toHaveLength(10);
    expect(read.actions).toHaveLength(10);
    expect(read.destinations).toMatchObject([{ destination: "crm", actions: 10, leftUnknown: 10, unknown: 10 }]);
    expect(await listAdvice(world.engine, nobody)).toEqual([
      { workflow: "support-ticket", runs: 10, troubles: [], recommendation: "both" },
    ]);
  });

  it("counts of an incident only what was seen in its days, however long it goes on", async () => {
    const world = anEngineWorld();
    await aTroubledRun(world);
    const cost = { ms: 1_000, tokens: 10, microUsd: 5 };
    const seen = (daysAgo: number) => aFound({ at: world.now() - daysAgo * 24 * 3_600 * second, cost });
    await world.engine.incidents.take([seen(40), seen(20), seen(1)], anId);
    const read = await readAdvice(world.engine, "support-ticket", nobody);
    expect(read?.troubles).toMatchObject([{ seen: 2, cost: { ms: 2_000, tokens: 20, microUsd: 10 } }]);
  });

  it("forgets what is older than its days, and a workflow without runs has none", async () => {
    const world = anEngineWorld();
    await aTroubledRun(world);
    expect((await readAdvice(world.engine, "support-ticket", nobody))?.advice.recommendation).toBe("too_little");
    world.pass(31 * 24 * 3_600 * second);
    expect(await readAdvice(world.engine, "support-ticket", nobody)).toBeNull();
    expect(await listAdvice(world.engine, nobody)).toEqual([]);
  });
});
