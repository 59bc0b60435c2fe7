/** The people of the history: the demo's own accounts, and what such people write as reasons. */

import { demoAccounts } from "@/lib/auth/demo-accounts";
import type { Operator } from "@/lib/engine/command-store";
import type { Role } from "@/lib/progress/validation";
import type { Chance } from "./chance";

/** Mostly the one whose job it is; now and then the lead helps out. */
export function person(role: "operator" | "approver", chance: Chance): Operator {
  return accountOf(chance.happens(0.2) ? "lead" : role);
}

export function accountOf(role: Role): Operator {
  const account = demoAccounts.find((one) => one.role === role);
  if (account === undefined) throw new Error(`The demo has no account for the role ${role}.`);
  return { id: account.email, name: account.name, role: account.role };
}

export const reasons = {
  interrupted: [
    "The worker died, nothing was sent since. Going on from the last checkpoint.",
    "Worker was killed by the out-of-memory killer; its replacement is up.",
    "The node was drained during the upgrade. Safe to go on.",
    "Checked the actions, all settled. Resuming.",
  ],
  failed: [
    "The provider's status page is green again.",
    "Outage is over, trying once more.",
    "The model answers again after its incident.",
  ],
  unreadable: ["Going on from the last checkpoint that can be read."],
  away: ["They answer again.", "Their status page says that the maintenance is over."],
  sameKey: ["It merges our key, so asking again is safe."],
  blocked: ["Nobody was on duty to approve. Asking again.", "The cause is gone, trying again."],
  keep: ["Both say the same in other words. What was sent stands."],
  deploy: ["Started again under the new code.", "Too old for the new version; the report was written by hand."],
  letGo: ["The customer has two complaints, both are right.", "Two parcels were lost, so it is two refunds."],
  reject: [
    "The tone is wrong for a customer who is about to leave.",
    "Legal wants to answer this one themselves.",
    "The account manager has already called the customer.",
    "The recommendation misses the point of the ticket.",
  ],
  notFound: ["It is not in their list.", "Their export does not have it."],
  cancel: ["The customer withdrew the ticket.", "Handled by phone.", "Duplicate of an older ticket, closed there."],
  settle: ["Looked it up by hand.", "Confirmed with the team that owns the system."],
} as const;
