/** What a person's decision does to an action that is unknown or contradicts itself, and the evidence it leaves. */

import type { Attempt } from "./action";
import type { Destination } from "./destination";
import type { ContradictionAsk, Proposal, Revision, SettleAsk } from "./store";

export const resolutionOf: Record<SettleAsk["as"], NonNullable<Attempt["resolution"]>> = {
  happened: "happened",
  did_not_happen: "did_not_happen",
  /** Nothing is claimed about the past: the attempts stay unknown, and stop blocking because a person took the risk. */
  send_again: "risk_accepted",
};

const opening: Record<SettleAsk["as"], string> = {
  happened: "It happened",
  did_not_happen: "It did not happen",
  send_again: "Send again, risk accepted",
};

/** Whether a line of evidence is a person's "send again". */
export const acceptsRisk = (says: string): boolean => says.startsWith(`${opening.send_again}: `);

export const keepSays = (reason: string): string => `Keep the stored outcome (reason: ${reason})`;

export const reviseSays = ({ revision, reason }: Pick<Revision, "revision" | "reason">): string =>
  `Replaced by revision ${revision} (reason: ${reason})`;

type SettledAs = SettleAsk["as"] | ContradictionAsk["found"];

/** What opens the way to a repeat, or denies that there was one. */
export const isProposable = (as: SettledAs): as is Proposal["as"] => as !== "happened" && as !== "twice";

/** Where a repeat costs money or cannot be taken back, nobody says alone that it may be sent again or was none. */
export const needsSecondPerson = ({ effect, impact }: Pick<Destination, "effect" | "impact">, as: SettledAs): boolean =>
  (effect === "irreversible" || impact === "money") && isProposable(as);

export const proposalWords: Record<Proposal["as"], string> = {
  did_not_happen: "it did not happen",
  send_again: "send again, at our risk",
  once: "it happened once",
};

export const proposalSays = (ask: Said): string => `Proposed: ${proposedSays(ask)}`;

export const confirmationSays = ({ as, evidence, reason, by }: Proposal): string =>
  proposedSays({ as, evidence, reason: `${reason}; proposed by ${by}` });

type Said = Pick<Proposal, "as" | "evidence" | "reason">;

const proposedSays = ({ as, ...said }: Said): string =>
  as === "once" ? contradictionSays({ ...said, found: as }) : settlementSays({ ...said, as });

export const settlementSays = (ask: Pick<SettleAsk, "as" | "evidence" | "reason">): string =>
  `${opening[ask.as]}: ${ask.evidence} (reason: ${ask.reason})`;

export const contradictionSays = ({
  found,
  evidence,
  reason,
}: Pick<ContradictionAsk, "found" | "evidence" | "reason">): string =>
  `It happened ${found === "once" ? "once" : "more than once"}: ${evidence} (reason: ${reason})`;

export const secondSays = (reason: string): string => `A genuine second action (reason: ${reason})`;
