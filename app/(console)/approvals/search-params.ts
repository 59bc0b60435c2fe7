import { createLoader, parseAsStringLiteral } from "nuqs/server";
import type { ValidationState } from "@/lib/progress/validation";

export const approvalTabs = ["waiting", "decided", "expired"] as const;
export type ApprovalTab = (typeof approvalTabs)[number];

export const statesOf: Record<ApprovalTab, readonly ValidationState[]> = {
  waiting: ["pending"],
  decided: ["approved", "rejected"],
  expired: ["expired", "withdrawn"],
};

export const approvalParams = { tab: parseAsStringLiteral(approvalTabs).withDefault("waiting") };
export const loadApprovalParams = createLoader(approvalParams);
