import { NowView } from "@/lib/api/contract/views";
import { route } from "@/lib/api/route";
import { readNow } from "@/lib/engine/read-now";
import { deploymentZone, startOfDay } from "@/lib/zone";

const weekDays = 7;

export const GET = route({
  answer: NowView,
  handle: async ({ engine }) => {
    const zone = deploymentZone();
    const to = startOfDay(Date.now(), zone, 1);
    return readNow(engine, { from: startOfDay(to, zone, -weekDays), to, zone });
  },
});
