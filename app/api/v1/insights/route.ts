import { Insights, InsightsAsk } from "@/lib/api/contract/views";
import { Refusal } from "@/lib/api/problem";
import { route } from "@/lib/api/route";
import { readInsights } from "@/lib/engine/read-insights";
import { deploymentZone, isZone, startOfDay } from "@/lib/zone";

const defaultDays = 7;

export const GET = route({
  query: InsightsAsk,
  answer: Insights,
  handle: async ({ engine, query }) => {
    const zone = query.zone ?? deploymentZone();
    if (!isZone(zone)) throw new Refusal("bad_request", `zone: "${zone}" is not an IANA time zone.`);
    const to = query.to ?? startOfDay(Date.now(), zone, 1);
    const from = query.from ?? startOfDay(to, zone, -defaultDays);
    if (from >= to) throw new Refusal("bad_request", "from: it must lie before `to`.");
    return readInsights(engine, { from, to, zone, firstOnly: query.first === "true" });
  },
});
