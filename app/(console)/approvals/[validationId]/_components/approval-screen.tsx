"use client";

import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { SkeletonLines } from "@/components/ui/skeleton";
import { ApiError } from "@/lib/client/api";
import { approvalQueries } from "@/lib/client/approval-queries";
import { paths } from "@/lib/client/paths";
import { ApprovalView } from "./approval-view";
import { approvalCrumbs, type Reader } from "./view";

export function ApprovalScreen({ validationId, reader }: { validationId: string; reader: Reader }) {
  const query = useQuery(approvalQueries.one(validationId));
  const { data, error } = query;
  if (data !== undefined) return <ApprovalView view={data} query={query} reader={reader} />;
  const code = error instanceof ApiError ? error.code : null;
  return (
    <>
      <PageHeader title="Approval" crumbs={approvalCrumbs} />
      {code === "validation_not_found" || code === "bad_id" ? (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={code === "bad_id" ? "This is not an approval's id" : "There is no such approval"}
          actions={<LinkButton href={paths.approvals()}>Approvals that wait</LinkButton>}
        >
          The link may have been cut on its way. Open the list: whatever waits for you stands there.
        </EmptyState>
      ) : error ? (
        <QueryError what="this approval" query={query} />
      ) : (
        <SkeletonLines lines={8} label="Loading the approval" />
      )}
    </>
  );
}
