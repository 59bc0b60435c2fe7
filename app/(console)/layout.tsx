import { HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { GET } from "@/app/api/v1/validations/route";
import { requireUser } from "@/lib/auth/require-user";
import { queryText } from "@/lib/client/api";
import { readEnv } from "@/lib/env";
import { ConsoleFrame } from "./_components/console-frame";
import { pendingApprovals, pendingStates } from "./_components/pending-approvals";
import { prefetch } from "./prefetch";

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const { name, email, role } = await requireUser();
  const state = await prefetch(pendingApprovals.queryKey, GET, { query: queryText({ states: pendingStates }) });
  return (
    <HydrationBoundary state={state}>
      <ConsoleFrame person={{ name, email, role }} demo={readEnv().demo}>
        {children}
      </ConsoleFrame>
    </HydrationBoundary>
  );
}
