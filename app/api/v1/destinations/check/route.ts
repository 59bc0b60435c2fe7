import { CheckAllAnswer, CheckAllAsk } from "@/lib/api/contract/destination";
import { applied, route } from "@/lib/api/route";
import { checkDestination } from "@/lib/engine/check-destination";

export const POST = route({
  body: CheckAllAsk,
  answer: CheckAllAnswer,
  handle: async ({ engine, body, operator }) => applied(await checkDestination(engine, { ...body, operator })),
});
