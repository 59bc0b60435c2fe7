"use client";

import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useState } from "react";
import { toast } from "sonner";
import { Toasts } from "@/components/ui/toasts";
import { TooltipHost } from "@/components/ui/tooltip";
import { ApiError, isRefusal } from "@/lib/client/api";
import { paths } from "@/lib/client/paths";

export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(makeClient);
  return (
    <NuqsAdapter>
      <QueryClientProvider client={client}>
        {children}
        <TooltipHost />
        <Toasts />
      </QueryClientProvider>
    </NuqsAdapter>
  );
}

/** Nothing shown here may be trusted for long: whoever comes back to the tab sees what is true now. */
function makeClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: offerSignIn }),
    defaultOptions: {
      queries: {
        staleTime: 0,
        retry: (failures, error) => failures < 1 && !isRefusal(error),
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
      },
      // An operator's click is never repeated behind their back.
      mutations: { retry: false },
    },
  });
}

/** The page stays as it is: whatever was typed there can still be copied. */
function offerSignIn(error: Error): void {
  if (!(error instanceof ApiError) || error.code !== "unauthenticated") return;
  const here = `${window.location.pathname}${window.location.search}`;
  toast.error("Your session ended", {
    // One message, however many parts of the page were refused.
    id: "session-ended",
    description: "What you see is no longer updated.",
    duration: Number.POSITIVE_INFINITY,
    action: { label: "Sign in", onClick: () => window.location.assign(paths.signIn(here)) },
  });
}
