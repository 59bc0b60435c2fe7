import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { GET } from "@/app/api/v1/validations/[validationId]/route";
import { requireUser } from "@/lib/auth/require-user";
import { approvalQueries } from "@/lib/client/approval-queries";
import { paths } from "@/lib/client/paths";
import { prefetch } from "../../prefetch";
import { ApprovalScreen } from "./_components/approval-screen";

export const metadata: Metadata = { title: "Approval" };

/** Opening a link decides nothing: only the dialogs do, by POST. */
export default async function ApprovalPage({ params }: { params: Promise<{ validationId: string }> }) {
  const { validationId } = await params;
  const user = await requireUser(paths.approval(validationId));
  const state = await prefetch(approvalQueries.one(validationId).queryKey, GET, { params: { validationId } });
  return (
    <HydrationBoundary state={state}>
      <ApprovalScreen validationId={validationId} reader={{ id: user.id, email: user.email, role: user.role }} />
    </HydrationBoundary>
  );
}
