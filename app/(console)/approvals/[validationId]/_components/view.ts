import type { z } from "zod";
import type { ValidationView as View } from "@/lib/api/contract/views";

import { paths } from "@/lib/client/paths";
import type { Person, Role } from "@/lib/progress/validation";

export type ValidationView = z.output<typeof View>;
export type HeldAction = ValidationView["actions"][number];

/** Who looks at it: what this person may decide depends on more than the role. */
export type Reader = Person & { role: Role };

export const approvalCrumbs = [{ href: paths.approvals(), label: "Approvals" }];

/** Which of the screens it is. A deadline counts from its moment on, not from when the sweep notices. */
export type ApprovalStage = "open" | "not_yours" | "approved" | "rejected" | "expired" | "withdrawn";

export function stageOf(
  { state, deadlineAt }: Pick<ValidationView["validation"], "state" | "deadlineAt">,
  mayDecide: boolean,
  now: number,
): ApprovalStage {
  if (state !== "pending") return state;
  if (now >= deadlineAt) return "expired";
  return mayDecide ? "open" : "not_yours";
}
