import { IncidentCounts, IncidentCountsAsk } from "@/lib/api/contract/incident";
import { route } from "@/lib/api/route";
import { filterOf } from "../filter";

export const GET = route({
  query: IncidentCountsAsk,
  answer: IncidentCounts,
  handle: ({ engine, query, user }) => engine.incidents.count(filterOf(query, user)),
});
