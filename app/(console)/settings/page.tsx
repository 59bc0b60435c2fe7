import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { GET } from "@/app/api/v1/settings/route";
import { requireUser } from "@/lib/auth/require-user";
import { paths } from "@/lib/client/paths";
import { settingsQueries } from "@/lib/client/settings-queries";
import { prefetch } from "../prefetch";
import { SettingsScreen } from "./_components/settings-screen";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  await requireUser(paths.settings());
  const state = await prefetch(settingsQueries.view().queryKey, GET, {});
  return (
    <HydrationBoundary state={state}>
      <SettingsScreen />
    </HydrationBoundary>
  );
}
