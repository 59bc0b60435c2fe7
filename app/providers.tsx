"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useState } from "react";
import { Toasts } from "@/components/ui/toasts";
import { TooltipHost } from "@/components/ui/tooltip";
import { isRefusal } from "@/lib/client/api";

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
