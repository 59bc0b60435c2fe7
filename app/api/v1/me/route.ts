import { Me } from "@/lib/api/contract/views";
import { route } from "@/lib/api/route";
import { readEnv } from "@/lib/env";
import { deploymentZone } from "@/lib/zone";

export const GET = route({
  answer: Me,
  handle: async ({ user }) => ({ ...user, demo: readEnv().demo, zone: deploymentZone() }),
});
