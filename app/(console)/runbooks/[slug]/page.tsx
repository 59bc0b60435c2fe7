import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { GET } from "@/app/api/v1/runbooks/[slug]/route";
import { requireUser } from "@/lib/auth/require-user";
import { queryText } from "@/lib/client/api";
import { paths } from "@/lib/client/paths";
import { runbookQueries } from "@/lib/client/runbook-queries";
import { prefetch } from "../../prefetch";
import { RunbookScreen } from "./_components/runbook-screen";

type Props = { params: Promise<{ slug: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Runbook ${(await params).slug}` };
}

export default async function RunbookPage({ params, searchParams }: Props) {
  const [{ slug }, asked] = await Promise.all([params, searchParams]);
  const one = (name: string): string | undefined => {
    const value = asked[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const about = { run: one("run"), action: one("action"), incident: one("incident") };
  const user = await requireUser(paths.runbook(slug, about));
  const state = await prefetch(runbookQueries.one(slug, about).queryKey, GET, {
    params: { slug },
    query: queryText(about),
  });
  return (
    <HydrationBoundary state={state}>
      <RunbookScreen slug={slug} about={about} role={user.role} />
    </HydrationBoundary>
  );
}
