"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { LoadError } from "@/components/ui/load-error";
import { ApiError } from "@/lib/client/api";

/** What stands in the place of data that a query could not load. Nothing while it has not failed. */
export function QueryError({
  what,
  query: { error, isFetching, refetch },
}: {
  /** "the runs": completes "Could not load …". */
  what: string;
  query: Pick<UseQueryResult, "error" | "isFetching" | "refetch">;
}) {
  if (error === null) return null;
  return (
    <LoadError
      what={what}
      reason={error.message}
      requestId={(error instanceof ApiError && error.requestId) || undefined}
      onRetry={() => refetch()}
      retrying={isFetching}
    />
  );
}
