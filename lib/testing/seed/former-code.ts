/** Two of the demo's agents as they were before last week's deploys: what runs that were under way then had recorded. */

import { readOrder } from "@/lib/demo/billing";
import { digest, digestOptions, marketDigest, planSearch } from "@/lib/demo/market-digest";
import { handOver, orderRefund, refund, refundOptions, wordHandOver } from "@/lib/demo/order-refund";
import { Order } from "@/lib/demo/world/billing";
import { parseWith } from "@/lib/sdk/schema";
import { type AnyWorkflow, workflow } from "@/lib/sdk/workflow";

/** Before it asked for licences. */
const formerDigest = workflow(marketDigest.name, { ...digestOptions, version: 1 }, async (run, question) =>
  digest(run, question, await planSearch(run, question)),
);

/** Its orders were of an older shape, and its message quoted what each execution read anew. */
const formerRefund = workflow(orderRefund.name, { ...refundOptions, version: 1 }, async (run, request) => {
  const kept = await run.step("read-order", async (step) => {
    const { amountUsd, ...order } = await readOrder(request.orderId, step.signal);
    return { ...order, amountCents: amountUsd * 100 };
  });
  const { amountCents, ...rest } = kept;
  const order = parseWith(Order, { ...rest, amountUsd: amountCents / 100 });
  const words = await run.step(
    "word-hand-over",
    async (step) => wordHandOver(await readOrder(request.orderId, step.signal), step),
    { checkpoint: false },
  );
  if (!(await refund(run, request, order))) return;
  await handOver(run, order, words);
});

export const formerWorkflows: readonly AnyWorkflow[] = [formerDigest, formerRefund];
