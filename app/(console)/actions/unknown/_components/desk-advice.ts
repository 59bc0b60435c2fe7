/** What can be done about an unknown action, in words: the next step of somebody who sees it for the first time. */

import { atStart } from "@/components/ledger/destination-title";
import type { JudgedAction } from "@/components/ledger/judged-action";
import { retryWindow } from "@/lib/ledger/retry-window";

type Facts = Pick<JudgedAction, "action" | "attempts" | "verdict">;

export function adviceText(record: Facts, now: number): string {
  const { action, verdict } = record;
  const { title, probe } = action.declaration;
  const closed =
    retryWindow(record, now).state === "closed" ? "Its window has closed, so the same key may act twice. " : "";
  switch (verdict.kind) {
    case "safe_with_same_key":
      return "Resume its run before the window closes: the same key is recognised and acts once.";
    case "verify_first":
      return `${closed}Check it: found settles it as happened; absent settles it once its sender has ended.${byItself(record)}`;
    case "ask_a_person":
      return probe === null
        ? `${closed}Look at ${title} for its marker, then settle it with what you saw.`
        : `${closed}${atStart(title)} does not have it, but its sender may still send. Make sure that its worker has ended, then settle it.`;
    case "incident":
      return `Its evidence contradicts itself: find out at ${title} how often it happened, and settle it with that.`;
    case "wait":
      return "An attempt is in flight: wait for its deadline.";
    case "safe":
    case "useless":
    case "not_needed":
      return "Its outcome is known by now; it leaves this page with the next look.";
  }
}

const byItself = ({ action }: Facts): string =>
  action.declaration.probe?.automatic === false
    ? " It is looked up only when somebody asks."
    : " It is looked up by itself as well.";
