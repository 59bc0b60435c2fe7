/** The billing system: orders to read, and refunds. It knows no keys and cannot be searched, and each refund is money. */

import { z } from "zod";
import { action } from "@/lib/sdk/action";
import { destination } from "@/lib/sdk/destination";
import { askJson } from "./ask-json";
import { Order } from "./world/billing";
import { worldUrl } from "./world-url";

const Refund = z.object({ orderId: z.string(), customerId: z.string(), amountUsd: z.number(), reason: z.string() });
const Refunded = z.object({ id: z.string() });

const billing = {
  ...destination({
    name: "billing",
    title: "the billing system",
    effect: "irreversible",
    impact: "money",
    preExecutionCodes: [429],
    // Longer than the lease of a refund: a bank may take its time.
    deadline: "30s",
    owner: "Finance systems",
    runbook: "billing",
  }),
  addressOf: (path: string) => `${worldUrl()}/billing/${path}`,
};

export const billingRefund = action("billing.refund", {
  destination: billing,
  payload: Refund,
  perform: async (attempt) => {
    const json = { ...attempt.payload, marker: attempt.marker };
    return Refunded.parse(await attempt.fetch(billing.addressOf("credits"), { json }));
  },
});

export const readOrder = (orderId: string, signal: AbortSignal): Promise<Order> =>
  askJson(Order, billing.addressOf(`orders/${encodeURIComponent(orderId)}`), { signal });
