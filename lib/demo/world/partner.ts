// A partner's webhook: it takes notices about events. It ignores keys; its log of deliveries can be searched by our
// marker, once that log has caught up.

import { z } from "zod";
import { type Answer, created, ok } from "./answer";
import { BusinessObject, Marker, OrderId } from "./contract";
import type { EffectLog } from "./effect-log";

export const NoticeInput = z.strictObject({
  eventId: BusinessObject,
  event: z.string().min(1).max(100),
  orderId: OrderId,
  deliveryId: Marker,
});

const Delivery = NoticeInput.extend({ id: z.string(), at: z.iso.datetime() });
type Delivery = z.infer<typeof Delivery>;

export function createPartner(log: EffectLog, now: () => Date) {
  const byMarker = new Map<string, Delivery[]>();

  log.follow((entry) => {
    if (entry.kind !== "partner.notice" || entry.marker === null) return;
    byMarker.set(entry.marker, [...(byMarker.get(entry.marker) ?? []), Delivery.parse(entry.body)]);
  });

  return {
    notice(input: z.output<typeof NoticeInput>, key: string | null): Answer {
      const at = now();
      const { eventId: object, deliveryId: marker, event } = input;
      const delivery: Delivery = { id: `W-${log.nextSeq()}`, at: at.toISOString(), ...input };
      const summary = `Notice ${event} for ${object}`;
      log.append(
        { system: "partner", kind: "partner.notice", object, key, marker, summary, body: { ...delivery } },
        at,
      );
      return created(delivery);
    },

    /** Says `complete` even while its log lags: it cannot know what it has not seen yet. */
    search(marker: string, lagMs: number): Answer {
      const until = now().getTime() - lagMs;
      const deliveries = (byMarker.get(marker) ?? []).filter(({ at }) => Date.parse(at) <= until);
      return ok({ deliveries, complete: true });
    },
  };
}
