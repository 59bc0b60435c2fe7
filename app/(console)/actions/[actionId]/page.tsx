import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { GET } from "@/app/api/v1/actions/[actionId]/route";
import { shortId } from "@/components/ui/short-id";
import { requireUser } from "@/lib/auth/require-user";
import { actionQueries } from "@/lib/client/action-queries";
import { paths } from "@/lib/client/paths";
import { prefetch } from "../../prefetch";
import { ActionScreen } from "./_components/action-screen";

type Props = { params: Promise<{ actionId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Action ${shortId("act", (await params).actionId)}` };
}

export default async function ActionPage({ params }: Props) {
  const { actionId } = await params;
  const user = await requireUser(paths.action(actionId));
  const state = await prefetch(actionQueries.one(actionId).queryKey, GET, { params: { actionId } });
  return (
    <HydrationBoundary state={state}>
      <ActionScreen actionId={actionId} role={user.role} />
    </HydrationBoundary>
  );
}
