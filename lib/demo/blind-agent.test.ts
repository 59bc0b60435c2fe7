import { describe, expect, it } from "vitest";
import { type BlindAgentOptions, runBlindAgent } from "./blind-agent";
import { worldUnderTest } from "./world/world-under-test";

const ticketId = "T-1041";

async function blindRun(worldUrl: string, options: Partial<BlindAgentOptions> = {}) {
  const lines: string[] = [];
  const sleep = async () => {};
  const result = await runBlindAgent({ worldUrl, ticketId, sleep, onLine: (line) => lines.push(line), ...options });
  const tries = Object.fromEntries(result.calls.map((call) => [call.name, call.tries]));
  return { ...result, tries, lines };
}

describe("the blind agent", () => {
  it("leaves one note and one message while nothing fails", async () => {
    const world = await worldUnderTest();
    expect(await blindRun(world.url)).toMatchObject({ finished: true, notes: 1, messages: 1, modelCalls: 1 });
  });

  it("leaves two notes when the CRM's reply is lost, and believes that all is well", async () => {
    const world = await worldUnderTest();
    await world.client.armFault({ system: "crm", object: ticketId, fault: "reply_lost_after_effect" });
    const run = await blindRun(world.url);
    expect(run).toMatchObject({ finished: true, notes: 2, messages: 1, tries: { "crm-note": 2, "queue-message": 1 } });
    expect((await world.client.counts(ticketId))["crm.note"]).toBe(2);
    expect(run.lines.at(-1)).toContain("notes 2, messages 1");
  });

  it("escalates three times when the queue answers 500 after each effect, and gives up", async () => {
    const world = await worldUnderTest();
    await world.client.armFault({ system: "queue", fault: "error_after_effect", count: 3 });
    expect(await blindRun(world.url)).toMatchObject({ finished: false, notes: 1, messages: 3 });
  });

  it("pays for the model again each time it loses patience", async () => {
    // The model's delay is held until the agent has run into its own deadline, and no sooner.
    const patience: Array<() => void> = [];
    const world = await worldUnderTest({ sleep: () => new Promise((resolve) => patience.push(resolve)) });
    const run = await blindRun(world.url, { timeoutMs: 200 });
    for (const release of patience) release();
    expect(run).toMatchObject({ finished: false, modelCalls: 3, notes: 0, tries: { recommend: 3 } });
  });

  it("counts only what it did itself", async () => {
    const world = await worldUnderTest();
    await blindRun(world.url);
    expect(await blindRun(world.url)).toMatchObject({ notes: 1, messages: 1 });
  });
});
