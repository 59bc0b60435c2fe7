import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { GET } from "@/app/api/v1/desk/route";
import { requireUser } from "@/lib/auth/require-user";
import { destinationQueries } from "@/lib/client/destination-queries";
import { paths } from "@/lib/client/paths";
import { prefetch } from "../../prefetch";
import { DeskScreen } from "./_components/desk-screen";

export const metadata: Metadata = { title: "Unknown outcomes" };

export default async function DeskPage() {
  const user = await requireUser(paths.desk());
  const state = await prefetch(destinationQueries.desk().queryKey, GET, {});
  return (
    <HydrationBoundary state={state}>
      <DeskScreen role={user.role} />
    </HydrationBoundary>
  );
}
