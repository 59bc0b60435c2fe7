import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { GET } from "@/app/api/v1/destinations/route";
import { requireUser } from "@/lib/auth/require-user";
import { destinationQueries } from "@/lib/client/destination-queries";
import { paths } from "@/lib/client/paths";
import { prefetch } from "../prefetch";
import { DestinationsScreen } from "./_components/destinations-screen";

export const metadata: Metadata = { title: "Destinations" };

export default async function DestinationsPage() {
  const user = await requireUser(paths.destinations());
  const state = await prefetch(destinationQueries.list().queryKey, GET, {});
  return (
    <HydrationBoundary state={state}>
      <DestinationsScreen role={user.role} />
    </HydrationBoundary>
  );
}
