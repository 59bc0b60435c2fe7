import { IncidentAnswer, IncidentList, IncidentListAsk, OpenIncidentAsk } from "@/lib/api/contract/incident";
import { applied, route } from "@/lib/api/route";
import { openIncident } from "@/lib/review/open-incident";
import { filterOf } from "./filter";

export const GET = route({
  query: IncidentListAsk,
  answer: IncidentList,
  handle: ({ engine, query, user }) => engine.incidents.list(filterOf(query, user)),
});

export const POST = route({
  body: OpenIncidentAsk,
  answer: IncidentAnswer,
  handle: async ({ engine, body, operator }) => applied(await openIncident(engine, { ...body, operator })),
});
