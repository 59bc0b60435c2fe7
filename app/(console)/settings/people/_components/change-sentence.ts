/** What was done to an account, in one sentence: who, what, from what to what. */

import type { AccountChange } from "@/lib/api/contract/person";
import { personRefusals } from "@/lib/auth/people/person";

type Told = Pick<
  AccountChange,
  "kind" | "accountName" | "byName" | "byRole" | "asked" | "before" | "after" | "refused"
>;

export function changeSentence(change: Told): string {
  const by = `${change.byName} (${change.byRole})`;
  return change.refused === null ? `${by} ${did(change)}.` : `${by} tried to ${wanted(change)}.`;
}

export const refusalWords = (code: string): string =>
  Object.hasOwn(personRefusals, code) ? personRefusals[code as keyof typeof personRefusals] : code;

function did({ kind, accountName, before, after }: Told): string {
  const whom = accountName ?? "an account";
  switch (kind) {
    case "role":
      return `changed ${whom} from ${wordAt(before, "role")} to ${wordAt(after, "role")}`;
    case "disable":
      return `disabled ${whom}`;
    case "enable":
      return `enabled ${whom}`;
    case "sign_out":
      return `signed ${whom} out everywhere`;
  }
}

function wanted({ kind, accountName, asked }: Told): string {
  const whom = accountName ?? "an account";
  switch (kind) {
    case "role":
      return `make ${whom} ${wordAt(asked, "to")}`;
    case "disable":
      return `disable ${whom}`;
    case "enable":
      return `enable ${whom}`;
    case "sign_out":
      return `sign ${whom} out everywhere`;
  }
}

/** Kept as JSON, whose shape the kind gives. */
function wordAt(kept: unknown, name: string): string {
  const value = typeof kept === "object" && kept !== null ? new Map(Object.entries(kept)).get(name) : undefined;
  return typeof value === "string" ? value : "?";
}
