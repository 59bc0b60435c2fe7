import { z } from "zod";
import { Id } from "@/lib/api/contract/basics";
import { IncidentAnswer, TendIncidentAsk } from "@/lib/api/contract/incident";
import { applied, route } from "@/lib/api/route";
import { tendIncident } from "@/lib/review/tend-incident";

export const POST = route({
  params: z.object({ incidentId: Id }),
  body: TendIncidentAsk,
  answer: IncidentAnswer,
  handle: async ({ engine, params, body, operator }) =>
    applied(await tendIncident(engine, { ...params, ...body, operator })),
});
