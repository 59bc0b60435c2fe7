/**
 * An agent with several tools and a queue: it reads an order, weighs the request, pays the money back and hands the case
 * over to people. Whatever it does twice is paid or read twice.
 */

import { z } from "zod";
import { action } from "@/lib/sdk/action";
import { Rejected } from "@/lib/sdk/errors";
import type { Run } from "@/lib/sdk/run";
import { workflow } from "@/lib/sdk/workflow";
import { billingRefund, readOrder } from "./billing";
import { complete } from "./model";
import { Posted, queue } from "./queue";
import { Order } from "./world/billing";
import { worldUrl } from "./world-url";

const RefundRequest = z.object({ orderId: z.string(), why: z.string() });
type RefundRequest = z.infer<typeof RefundRequest>;

const HandOver = z.object({ ticketId: z.string(), customerId: z.string(), text: z.string() });

export const queueAssign = action("queue.assign", {
  destination: queue,
  payload: HandOver,
  perform: async (attempt) => {
    const json = { ...attempt.payload, marker: attempt.marker };
    return Posted.parse(await attempt.fetch(`${worldUrl()}/queue/messages`, { json }));
  },
});

export const refundOptions = {
  input: RefundRequest,
  subject: ({ orderId }: RefundRequest) => orderId,
  recovery: "automatic",
  leaseMs: "15s",
} as const;

export const orderRefund = workflow("order-refund", { ...refundOptions, version: 2 }, async (run, request) => {
  // Version 2 of the order carries its amount as a number of dollars.
  const order = await run.step("read-order", (step) => readOrder(request.orderId, step.signal), {
    schema: Order,
    version: 2,
  });
  if (!(await refund(run, request, order))) return;
  const words = await run.step("word-hand-over", (step) => wordHandOver(order, step));
  await handOver(run, order, words);
});

/** False when a person decided that it is not paid. */
export async function refund(
  run: Run,
  { orderId, why }: RefundRequest,
  { customerId, amountUsd }: Order,
): Promise<boolean> {
  const reason = await run.step("weigh-request", (step) =>
    complete({ object: orderId, task: "Refund policy", text: why }, step),
  );
  try {
    await run.action(billingRefund, orderId, { orderId, customerId, amountUsd, reason });
    run.log.info(`Paid ${amountUsd} USD back for ${orderId}.`);
    return true;
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    run.log.info(`Nothing was paid: ${error.message}`);
    return false;
  }
}

export const wordHandOver = (order: Order, step: Parameters<typeof complete>[1]): Promise<string> =>
  complete(
    { object: order.id, task: "Hand-over", text: `${order.item}, ${order.creditedUsd} USD paid back before` },
    step,
  );

export const handOver = (run: Run, { id, customerId }: Order, text: string) =>
  run.action(queueAssign, id, { ticketId: id, customerId, text });
