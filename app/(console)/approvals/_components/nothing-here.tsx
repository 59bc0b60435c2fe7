import { CircleCheckBig, Inbox } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";
import type { ApprovalTab } from "../search-params";

export function NothingHere({ tab }: { tab: ApprovalTab }) {
  switch (tab) {
    case "waiting":
      return (
        <EmptyState icon={<CircleCheckBig aria-hidden />} title="Nothing waits for a decision">
          A question appears here as soon as a run holds actions for approval.
        </EmptyState>
      );
    case "decided":
      return (
        <EmptyState icon={<Inbox aria-hidden />} title="Nothing was decided yet">
          Every approval and rejection stays here, with who, when and why.
        </EmptyState>
      );
    case "expired":
      return (
        <EmptyState icon={<Inbox aria-hidden />} title="Nothing expired">
          What nobody decided in time, and what its run no longer asks. Of neither was anything sent.
        </EmptyState>
      );
  }
}
