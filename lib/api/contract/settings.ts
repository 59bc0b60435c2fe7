/** What the deployment's settings make of the product, as far as a page may show it: no address, no secret. */

import { z } from "zod";
import { messageEvents } from "@/lib/engine/message-store";
import { Id, Time } from "./basics";

export const Message = z.object({
  id: Id,
  event: z.enum(messageEvents),
  objectKind: z.enum(["run", "action", "validation", "review"]),
  objectId: Id,
  name: z.string(),
  at: Time,
  tries: z.number(),
  nextTryAt: Time.nullable(),
  deliveredAt: Time.nullable(),
  givenUpAt: Time.nullable(),
  error: z.string().nullable(),
});

export const SettingsView = z.object({
  now: Time,
  retention: z.object({ payloadDays: z.number(), recordDays: z.number() }),
  webhook: z.object({
    /** Of its address, the origin only: a path may be a secret. Null when none is set up. */
    origin: z.string().nullable(),
    counts: z.object({ delivered: z.number(), waiting: z.number(), givenUp: z.number() }),
    /** The newest ones. */
    messages: z.array(Message),
  }),
});
