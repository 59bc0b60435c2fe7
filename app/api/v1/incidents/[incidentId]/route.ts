import { z } from "zod";
import { Id } from "@/lib/api/contract/basics";
import { IncidentView } from "@/lib/api/contract/incident";
import { found, route } from "@/lib/api/route";
import { readIncident } from "@/lib/review/read-incident";

export const GET = route({
  params: z.object({ incidentId: Id }),
  answer: IncidentView,
  handle: async ({ engine, params }) =>
    found(await readIncident(engine, params.incidentId), "incident_not_found", "incident"),
});
