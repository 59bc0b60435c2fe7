import { mayCommand, operatorMay } from "@/lib/api/contract/command";
import type { Role } from "@/lib/progress/validation";
import type { View } from "./review-view";

type Kind = "edit" | "agree" | "drop" | "mark" | "freeze" | "amend";

const verbs: Record<Kind, string> = {
  edit: "write here",
  agree: "decide something",
  drop: "take a decision back",
  mark: "mark a decision",
  freeze: "freeze the review",
  amend: "begin a new version",
};

/** Why the button is off, in words; the server refuses for the same reasons. */
export function whyNotPress(role: Role, kind: Kind): string | null {
  return operatorMay(role, kind)
    ? null
    : `To ${verbs[kind]}, you need one of these roles: ${mayCommand[kind].join(", ")}.`;
}

export function whyNotChange({ review, content }: View, role: Role, kind: Kind): string | null {
  if (content.partial) return "The week is not over. Its review is made on Monday.";
  if (review?.state === "frozen") return "The review is frozen. What became different is for a new version.";
  return whyNotPress(role, kind);
}
