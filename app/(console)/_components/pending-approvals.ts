import { approvalQueries } from "@/lib/client/approval-queries";

export const pendingStates = ["pending"] as const;

/** What the number in the navigation counts. */
export const pendingApprovals = approvalQueries.list(pendingStates);

/** A number in the corner of the eye need not be as fresh as the page; a page that shows them asks by itself. */
export const pendingEveryMs = 5_000;
