import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { GET } from "@/app/api/v1/runbooks/route";
import { requireUser } from "@/lib/auth/require-user";
import { paths } from "@/lib/client/paths";
import { runbookQueries } from "@/lib/client/runbook-queries";
import { prefetch } from "../prefetch";
import { RunbooksScreen } from "./_components/runbooks-screen";

export const metadata: Metadata = { title: "Runbooks" };

export default async function RunbooksPage() {
  await requireUser(paths.runbooks());
  const state = await prefetch(runbookQueries.list().queryKey, GET, {});
  return (
    <HydrationBoundary state={state}>
      <RunbooksScreen />
    </HydrationBoundary>
  );
}
