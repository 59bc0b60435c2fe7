// The billing system: orders, and credits on them. It ignores keys and cannot be searched: every credit is money that left.

import { z } from "zod";
import { type Answer, created, ok } from "./answer";
import { CustomerId, Marker, OrderId } from "./contract";
import { customerIds } from "./customers";
import type { EffectLog } from "./effect-log";

export const Order = z.object({
  id: OrderId,
  customerId: CustomerId,
  item: z.string(),
  amountUsd: z.number(),
  /** What was paid back so far: another number after each credit. */
  creditedUsd: z.number(),
});
export type Order = z.infer<typeof Order>;

export const CreditInput = z.strictObject({
  orderId: OrderId,
  customerId: CustomerId,
  amountUsd: z.number().positive().max(10_000),
  reason: z.string().min(1).max(500),
  /** Printed on the credit note, where people find it and machines do not. */
  marker: Marker.nullable().default(null),
});

const items = ["Seats for a year", "Onboarding package", "Support upgrade", "Data import", "Training day"];

/** The same order every time, but for what was credited on it. */
function getOrder(id: string): Omit<Order, "creditedUsd"> {
  const number = Number(OrderId.parse(id).slice(2));
  return {
    id,
    // The remainders lie within lists that are never empty.
    customerId: customerIds[number % customerIds.length] as string,
    item: items[number % items.length] as string,
    amountUsd: 40 + (number % 23) * 15,
  };
}

export function createBilling(log: EffectLog, now: () => Date) {
  const credited = new Map<string, number>();

  log.follow((entry) => {
    if (entry.kind !== "billing.credit") return;
    const { amountUsd } = CreditInput.loose().parse(entry.body);
    credited.set(entry.object, (credited.get(entry.object) ?? 0) + amountUsd);
  });

  return {
    order: (id: string): Answer => ok({ ...getOrder(id), creditedUsd: credited.get(id) ?? 0 }),

    credit(input: z.output<typeof CreditInput>, key: string | null): Answer {
      const { orderId: object, marker, amountUsd } = input;
      const body = { id: `CN-${log.nextSeq()}`, ...input };
      const summary = `Credit of ${amountUsd} USD on ${object}`;
      log.append({ system: "billing", kind: "billing.credit", object, key, marker, summary, body }, now());
      return created(body);
    },
  };
}
