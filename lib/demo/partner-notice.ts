/** A webhook notifier: tells a partner of an event, and keeps trying while the partner is away. */

import { z } from "zod";
import { workflow } from "@/lib/sdk/workflow";
import { readOrder } from "./billing";
import { partnerNotify } from "./partner";
import { Order } from "./world/billing";

const Event = z.object({ eventId: z.string(), orderId: z.string() });
type Event = z.infer<typeof Event>;

export const partnerNotice = workflow(
  "partner-notice",
  {
    version: 1,
    input: Event,
    subject: ({ eventId }: Event) => eventId,
    recovery: "automatic",
    leaseMs: "15s",
  },
  async (run, { eventId, orderId }) => {
    const order = await run.step("read-order", (step) => readOrder(orderId, step.signal), { schema: Order });
    await run.action(partnerNotify, eventId, { eventId, event: "order.shipped", orderId: order.id });
  },
);
