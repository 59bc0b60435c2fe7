import { HoldAnswer, HoldAsk } from "@/lib/api/contract/destination";
import { applied, route } from "@/lib/api/route";
import { holdDestination } from "@/lib/engine/hold-destination";

export const POST = route({
  body: HoldAsk,
  answer: HoldAnswer,
  handle: async ({ engine, body, operator }) => applied(await holdDestination(engine, { ...body, operator })),
});
