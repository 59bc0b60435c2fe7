import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { GET } from "@/app/api/v1/insights/workflows/route";
import { requireUser } from "@/lib/auth/require-user";
import { pageQueries } from "@/lib/client/page-queries";
import { paths } from "@/lib/client/paths";
import { prefetch } from "../../prefetch";
import { WorkflowsScreen } from "./_components/workflows-screen";

export const metadata: Metadata = { title: "Which protection it needs" };

export default async function WorkflowsPage() {
  await requireUser(paths.workflows());
  const state = await prefetch(pageQueries.workflows().queryKey, GET, {});
  return (
    <HydrationBoundary state={state}>
      <WorkflowsScreen />
    </HydrationBoundary>
  );
}
