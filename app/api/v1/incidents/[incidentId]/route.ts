import { z } from "zod";
import { Id } from "@/lib/api/contract/basics";
import { IncidentView } from "@/lib/api/contract/incident";
import { found, route } from "@/lib/api/route";
import { readIncident } from "@/lib/review/read-incident";
import { namesByDestination } from "@/lib/review/read-runbooks";
import { matterOfIncident } from "@/lib/review/runbook-matter";
import { pointerTo, readShelf } from "@/lib/runbooks";

export const GET = route({
  params: z.object({ incidentId: Id }),
  answer: IncidentView,
  handle: async ({ engine, params: { incidentId: id } }) => {
    const view = found(await readIncident(engine, id), "incident_not_found", "incident");
    const [shelf, named, followed] = await Promise.all([
      readShelf(),
      namesByDestination(engine),
      engine.runbookSteps.list({ kind: "incident", id }),
    ]);
    const { destination } = view.incident.place;
    const matter = matterOfIncident(view.incident, named.get(destination ?? "") ?? null);
    return { ...view, runbooks: pointerTo(shelf, matter), followed };
  },
});
