import { z } from "zod";
import { Id, PageAsk } from "@/lib/api/contract/basics";
import { EvidenceList } from "@/lib/api/contract/incident";
import { found, route } from "@/lib/api/route";

export const GET = route({
  params: z.object({ incidentId: Id }),
  query: PageAsk,
  answer: EvidenceList,
  handle: async ({ engine, params: { incidentId }, query }) => {
    found(await engine.incidents.find(incidentId), "incident_not_found", "incident");
    return engine.incidents.listEvidence({ incidentId, ...query });
  },
});
