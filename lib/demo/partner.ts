/** A partner's webhook. It ignores keys; what it received can be looked up in its log of deliveries by our marker. */

import { z } from "zod";
import { action } from "@/lib/sdk/action";
import { destination } from "@/lib/sdk/destination";
import { worldUrl } from "./world-url";

const Notice = z.object({ eventId: z.string(), event: z.string(), orderId: z.string() });
const Delivered = z.object({ id: z.string() });
const Found = z.object({ deliveries: z.array(Delivered.loose()), complete: z.boolean() });

const partner = {
  ...destination({
    name: "partner-webhook",
    title: "the partner's webhook",
    effect: "irreversible",
    impact: "breaks_an_sla",
    // Their gateway cuts a connection after a minute: whoever is silent for longer sends nothing any more.
    probe: { matchingField: "deliveryId", horizon: "30s", acceptsSilentHolders: true },
    preExecutionCodes: [429, 503],
    deadline: "20s",
    owner: "Partner integrations",
    runbook: "partner-webhook",
  }),
  address: () => `${worldUrl()}/partner/notices`,
};

export const partnerNotify = action("partner.notify", {
  destination: partner,
  payload: Notice,
  retry: { attempts: 6, firstDelay: "10s", factor: 3, longestDelay: "10m" },
  perform: async (attempt) => {
    const json = { ...attempt.payload, deliveryId: attempt.marker };
    return Delivered.parse(await attempt.fetch(partner.address(), { json }));
  },
  probe: async (attempt) => {
    const asked = new URLSearchParams({ deliveryId: attempt.marker, eventId: attempt.object });
    const { deliveries, complete } = Found.parse(await attempt.fetch(`${partner.address()}?${asked}`));
    return { found: deliveries.length > 0, complete, count: deliveries.length, record: deliveries[0] };
  },
});
