import { HoldAsk, ReleaseAnswer } from "@/lib/api/contract/destination";
import { applied, route } from "@/lib/api/route";
import { releaseDestination } from "@/lib/engine/release-destination";

export const POST = route({
  body: HoldAsk,
  answer: ReleaseAnswer,
  handle: async ({ engine, body, operator }) => applied(await releaseDestination(engine, { ...body, operator })),
});
