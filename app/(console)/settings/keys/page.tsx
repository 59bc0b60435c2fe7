import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { GET } from "@/app/api/v1/keys/route";
import { requireUser } from "@/lib/auth/require-user";
import { keyQueries } from "@/lib/client/key-queries";
import { paths } from "@/lib/client/paths";
import { prefetch } from "../../prefetch";
import { KeysScreen } from "./_components/keys-screen";

export const metadata: Metadata = { title: "API keys" };

export default async function KeysPage() {
  const { role } = await requireUser(paths.keys());
  const state = await prefetch(keyQueries.list().queryKey, GET, {});
  return (
    <HydrationBoundary state={state}>
      <KeysScreen role={role} />
    </HydrationBoundary>
  );
}
