import { HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { GET } from "@/app/api/v1/validations/route";
import { currentReader } from "@/lib/auth/require-user";
import { queryText } from "@/lib/client/api";
import { readEnv } from "@/lib/env";
import { ConsoleFrame } from "./_components/console-frame";
import { pendingApprovals, pendingStates } from "./_components/pending-approvals";
import { prefetch } from "./prefetch";

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const user = await currentReader();
  // The page, which knows its own address, sends to the sign-in page; sent from here, the link would be lost.
  if (user === null) return children;
  const { name, email, role } = user;
  const state = await prefetch(pendingApprovals.queryKey, GET, { query: queryText({ states: pendingStates }) });
  return (
    <HydrationBoundary state={state}>
      <ConsoleFrame person={{ name, email, role }} demo={readEnv().demo}>
        {children}
      </ConsoleFrame>
    </HydrationBoundary>
  );
}
