/**
 * What the campaign's workers run: three types of action towards three kinds of destination. `refund.create` does not
 * deduplicate and can be looked up, `mail.send` neither, `card.charge` deduplicates on our key for 24 hours.
 */

import { z } from "zod";
import { type ActionRequest, type ActionType, action } from "@/lib/sdk/action";
import { destination } from "@/lib/sdk/destination";
import type { Run } from "@/lib/sdk/run";
import { type Workflow, workflow } from "@/lib/sdk/workflow";
import { shapes } from "./scenario";

export const Payload = z.object({ intent: z.string(), amount: z.number(), lines: z.array(z.string()) });
export type Payload = z.infer<typeof Payload>;

const Input = z.object({ object: z.string(), logicalRunId: z.string(), shape: z.enum(shapes), thinkMs: z.number() });
export type Input = z.infer<typeof Input>;

export type Surroundings = {
  worldUrl: string;
  leaseMs: number;
  /** Which process it is: what drifts differs from one to the next. */
  generation: number;
  /** Called when a step's body begins. */
  onBody(runId: string, step: string): void;
  /** Sent along, so that the outside world can tell senders apart. */
  workerId: string;
  /** Replaces what is sent, to break it. */
  perform?: (path: string, payload: Payload) => Promise<unknown>;
};

/** Short, so that a campaign ends; longer than a loaded machine needs for a local call. */
const deadlineMs = 1_500;
export const horizonMs = 500;
/** A sender that ignores its deadline still ends within this. */
const deafMs = 2 * deadlineMs;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** As code that computes without a pause does. */
const blockLoop = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

export const businessIntent = (logicalRunId: string, type: string, object: string): string =>
  `${logicalRunId}/${type}/${object}`;

export function fixture(around: Surroundings) {
  const { worldUrl, leaseMs } = around;
  const base = { effect: "irreversible", impact: "money", deadline: deadlineMs } as const;
  const refunds = destination({
    name: "refunds",
    ...base,
    probe: { matchingField: "reference", horizon: horizonMs },
  });
  const mails = destination({ name: "mails", ...base });
  const cards = destination({ name: "cards", ...base, deduplicates: { header: "Idempotency-Key", window: "24h" } });

  const send = (path: string, deaf = false): Parameters<typeof action<Payload, unknown>>[1]["perform"] => {
    return async (attempt) => {
      if (around.perform) return around.perform(path, attempt.payload);
      const url = `${worldUrl}/${path}`;
      const headers = { "x-attempt": String(attempt.number), "x-worker": around.workerId };
      const json = { marker: attempt.marker, payload: attempt.payload };
      if (!deaf) return attempt.fetch(url, { json, headers });
      const body = JSON.stringify(json);
      const answer = await fetch(url, { method: "POST", body, headers, signal: AbortSignal.timeout(deafMs) });
      return answer.json();
    };
  };
  const probe = async (attempt: { marker: string; fetch: <T>(url: string) => Promise<T> }) => {
    const { count } = await attempt.fetch<{ count: number }>(`${worldUrl}/refund?reference=${attempt.marker}`);
    return { found: count > 0, complete: true, count };
  };
  const refund = action("refund.create", { destination: refunds, payload: Payload, perform: send("refund"), probe });
  const deafRefund = action("refund.deaf", {
    destination: refunds,
    payload: Payload,
    perform: send("refund", true),
    probe,
  });
  const mail = action("mail.send", { destination: mails, payload: Payload, perform: send("mail") });
  const charge = action("card.charge", { destination: cards, payload: Payload, perform: send("charge") });

  const code = async (run: Run, input: Input) => {
    const payload = (type: string, drifts = false): Payload => ({
      intent: businessIntent(input.logicalRunId, type, input.object),
      amount: 10,
      // Only the order differs, so that whoever sorts before hashing takes them for the same.
      lines: drifts && around.generation > 1 ? ["b", "a"] : ["a", "b"],
    });
    const ask = (type: ActionType<Payload, unknown>, drifts = false): ActionRequest =>
      type.of(input.object, payload(type.type, drifts));
    const compute = (step: string, work: () => Promise<void> | void = () => {}) =>
      run.step(step, async () => {
        around.onBody(run.id, step);
        await work();
        return step;
      });
    await compute("prepare", async () => {
      await wait(input.thinkMs);
      if (input.shape === "busy") blockLoop(3 * leaseMs);
    });
    switch (input.shape) {
      case "refund":
      case "busy":
        await run.actions([ask(refund)]);
        break;
      case "mail":
        await run.actions([ask(mail)]);
        break;
      case "charge":
        await run.actions([ask(charge)]);
        break;
      case "all":
        await run.actions([ask(charge), ask(refund), ask(mail)]);
        break;
      case "deaf":
        await run.actions([ask(deafRefund)]);
        break;
      case "drift":
        await run.actions([ask(refund, true)]);
        break;
      case "held":
      case "held_drift": {
        const approval = { ask: "Send both?", role: "approver", within: "1h" };
        const drifts = input.shape === "held_drift";
        await run.actions([ask(refund, drifts), ask(mail, drifts)], { approval });
        break;
      }
    }
    return compute("wrap");
  };

  const flow = (recovery: "automatic" | "manual"): Workflow<Input, unknown> =>
    workflow(
      `campaign-${recovery}`,
      { version: 1, input: Input, recovery, leaseMs, subject: (input) => input.logicalRunId },
      code,
    );
  return {
    workflows: { automatic: flow("automatic"), manual: flow("manual") },
    actions: [refund, deafRefund, mail, charge],
  };
}
