import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { GET } from "@/app/api/v1/incidents/[incidentId]/route";
import { shortId } from "@/components/ui/short-id";
import { requireUser } from "@/lib/auth/require-user";
import { incidentQueries } from "@/lib/client/incident-queries";
import { paths } from "@/lib/client/paths";
import { prefetch } from "../../prefetch";
import { IncidentScreen } from "./_components/incident-screen";

type Props = { params: Promise<{ incidentId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Incident ${shortId("inc", (await params).incidentId)}` };
}

export default async function IncidentPage({ params }: Props) {
  const { incidentId } = await params;
  const user = await requireUser(paths.incident(incidentId));
  const state = await prefetch(incidentQueries.one(incidentId).queryKey, GET, { params: { incidentId } });
  return (
    <HydrationBoundary state={state}>
      <IncidentScreen incidentId={incidentId} role={user.role} userId={user.id} />
    </HydrationBoundary>
  );
}
