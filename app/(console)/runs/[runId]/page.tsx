import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { GET } from "@/app/api/v1/runs/[runId]/route";
import { shortId } from "@/components/ui/short-id";
import { requireUser } from "@/lib/auth/require-user";
import type { Query } from "@/lib/client/api";
import { paths } from "@/lib/client/paths";
import { runQueries } from "@/lib/client/run-queries";
import { prefetch } from "../../prefetch";
import { RunScreen } from "./_components/run-screen";

type Props = { params: Promise<{ runId: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Run ${shortId("run", (await params).runId)}` };
}

export default async function RunPage({ params, searchParams }: Props) {
  const { runId } = await params;
  const user = await requireUser(paths.run(runId, await searchParams));
  const state = await prefetch(runQueries.one(runId).queryKey, GET, { params: { runId } });
  return (
    <HydrationBoundary state={state}>
      <RunScreen runId={runId} role={user.role} />
    </HydrationBoundary>
  );
}
