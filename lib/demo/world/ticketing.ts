// The help desk. A reply with an Idempotency-Key is written once within 24 hours of the first time;
// after that the same key writes a second reply, as real help desks do.

import { z } from "zod";
import { type Answer, created, ok, refusal } from "./answer";
import { TicketId } from "./contract";
import type { EffectLog } from "./effect-log";
import { getTicket } from "./tickets";

export const REPLY_WINDOW_MS = 24 * 60 * 60 * 1000;

export const ReplyInput = z.strictObject({
  text: z.string().min(1).max(10_000),
  visibility: z.enum(["public", "internal"]).default("public"),
});
export type ReplyInput = z.input<typeof ReplyInput>;

export const Reply = ReplyInput.extend({ id: z.string(), ticketId: TicketId, at: z.iso.datetime() });
export type Reply = z.infer<typeof Reply>;

export const ReplyList = z.object({
  replies: z.array(z.object({ reply: Reply, key: z.string().nullable() })),
  complete: z.literal(true),
});

export function createTicketing(log: EffectLog, now: () => Date) {
  const lastByKey = new Map<string, Reply>();
  const byTicket = new Map<string, z.infer<typeof ReplyList>["replies"]>();

  log.follow((entry) => {
    if (entry.kind !== "ticketing.reply") return;
    const reply = Reply.parse(entry.body);
    if (entry.key !== null) lastByKey.set(entry.key, reply);
    byTicket.set(reply.ticketId, [...(byTicket.get(reply.ticketId) ?? []), { reply, key: entry.key }]);
  });

  return {
    ticket: (id: string): Answer => ok(getTicket(id)),

    replies: (ticketId: string): Answer => ok({ replies: byTicket.get(ticketId) ?? [], complete: true }),

    reply(ticketId: string, input: z.output<typeof ReplyInput>, key: string | null): Answer {
      const at = now();
      const former = key === null ? undefined : lastByKey.get(key);
      if (former && at.getTime() < Date.parse(former.at) + REPLY_WINDOW_MS) {
        const difference = differenceOf(former, { ticketId, ...input });
        if (difference) return refusal("key_reused", `this Idempotency-Key was used with another ${difference}`);
        return created(former, { "Idempotent-Replayed": "true" });
      }
      const reply: Reply = { id: `R-${log.nextSeq()}`, ticketId, at: at.toISOString(), ...input };
      const summary = `${input.visibility === "public" ? "Reply" : "Internal reply"} on ${ticketId}`;
      log.append(
        {
          system: "ticketing",
          kind: "ticketing.reply",
          object: ticketId,
          key,
          marker: null,
          summary,
          body: { ...reply },
        },
        at,
      );
      return created(reply);
    },
  };
}

function differenceOf(former: Reply, asked: Omit<Reply, "id" | "at">): string | null {
  if (former.ticketId !== asked.ticketId) return "ticket";
  if (former.text !== asked.text) return "text";
  return former.visibility === asked.visibility ? null : "visibility";
}
