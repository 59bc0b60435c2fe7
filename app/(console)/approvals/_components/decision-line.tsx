import type { z } from "zod";
import { classNames } from "@/components/ui/class-names";
import { Timestamp } from "@/components/ui/timestamp";
import type { Validation } from "@/lib/api/contract/run";

/** How it ended: who, what, when, why; or that nobody decided. */
export function DecisionLine({
  validation: { state, decision, deadlineAt },
  className,
}: {
  validation: z.output<typeof Validation>;
  className?: string;
}) {
  return (
    <p className={classNames("text-sm", className)}>
      {decision ? (
        <>
          {decision.verdict === "approve" ? "Approved" : "Rejected"} by {decision.by},{" "}
          <Timestamp at={decision.decidedAt} />
          {decision.reason ? <span className="break-words">: “{decision.reason}”</span> : null}
        </>
      ) : state === "expired" ? (
        <>
          Nobody decided before <Timestamp at={deadlineAt} />. Nothing was sent.
        </>
      ) : (
        "Its run no longer asks for this. Nothing was sent."
      )}
    </p>
  );
}
