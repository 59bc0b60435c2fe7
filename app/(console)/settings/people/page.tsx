import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { GET } from "@/app/api/v1/people/route";
import { requireUser } from "@/lib/auth/require-user";
import { paths } from "@/lib/client/paths";
import { personQueries } from "@/lib/client/person-queries";
import { prefetch } from "../../prefetch";
import { PeopleScreen } from "./_components/people-screen";

export const metadata: Metadata = { title: "People" };

export default async function PeoplePage() {
  const { role } = await requireUser(paths.people());
  const state = await prefetch(personQueries.list().queryKey, GET, {});
  return (
    <HydrationBoundary state={state}>
      <PeopleScreen role={role} />
    </HydrationBoundary>
  );
}
