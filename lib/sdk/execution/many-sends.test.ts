import { expect, it } from "vitest";
import { countingDestination, sdkWorld, testOptions } from "@/lib/testing/sdk-world";
import { workflow } from "../workflow";

const recipients = Array.from({ length: 200 }, (_, i) => `T-${i + 1}`);

/** One mail after the other, over several leases; the process may die on its way. */
async function mailing(diesAt: { boundary: string; mail: number } | null) {
  const world = sdkWorld();
  const mail = countingDestination();
  const send = mail.send("mail.send");
  const flow = workflow("mailing", testOptions, async (run) => {
    for (const recipient of recipients) {
      await run.action(send, recipient, { object: recipient });
      if (Number(recipient.slice(2)) % 50 === 0) await run.sleep(`pause after ${recipient}`, "4s");
    }
  });
  const runId = await world.start(flow);
  let mails = 0;
  const first = await world.startProcess({
    workflows: [flow],
    actions: [send],
    onBoundary: (boundary) => {
      if (diesAt === null || boundary !== diesAt.boundary) return;
      mails += 1;
      if (mails !== diesAt.mail) return;
      first.die();
      return new Promise(() => {});
    },
  });
  await world.clock.advance(20_000);
  if (first.isDead()) {
    await world.startProcess({ workflows: [flow], actions: [send] });
    await world.clock.advance(30_000);
  }
  return { world, mail, runId, run: (await world.run(runId)).run };
}

const once = (objects: readonly string[]) => new Set(objects).size === objects.length;

it("a run that sends for longer than its lease sends to each recipient once", async () => {
  const { mail, run } = await mailing(null);
  expect(run.state).toBe("succeeded");
  expect(mail.effects.map(({ object }) => object)).toEqual(recipients);
});

it("a process that dies between two mails is continued at the next one", async () => {
  const { mail, run } = await mailing({ boundary: "before_begin", mail: 121 });
  expect(run).toMatchObject({ state: "succeeded", executionCount: expect.any(Number) });
  expect(mail.effects.map(({ object }) => object)).toEqual(recipients);
});

it("a process that dies with a mail in flight stops there, unknown, and none is sent twice", async () => {
  const { world, mail, run, runId } = await mailing({ boundary: "after_send", mail: 120 });
  expect(run).toMatchObject({ state: "blocked", cause: "outcome_unknown" });
  const sent = mail.effects.map(({ object }) => object);
  expect(once(sent)).toBe(true);
  expect(sent).toEqual(recipients.slice(0, 120));
  const unknown = (await world.actions(runId)).filter(({ state }) => state === "unknown");
  expect(unknown.map(({ object }) => object)).toEqual(["T-120"]);
});
