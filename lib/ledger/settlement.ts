/** What a person's decision does to an unknown action, and the line of evidence that it leaves. */

import type { Attempt } from "./action";
import type { Destination } from "./destination";
import type { ContradictionAsk, Proposal, Revision, SettleAsk } from "./store";

export const resolutionOf: Record<SettleAsk["as"], NonNullable<Attempt["resolution"]>> = {
  happened: "happened",
  did_not_happen: "did_not_happen",
  /** Nothing is claimed about the past: the attempts stop blocking because a person took the risk. */
  send_again: "did_not_happen",
};

const opening: Record<SettleAsk["as"], string> = {
  happened: "It happened",
  did_not_happen: "It did not happen",
  send_again: "Send again, risk accepted",
};

/** Whether a line of evidence is a person's "send again": it claims nothing about what the attempts before it did. */
export const acceptsRisk = (says: string): boolean => says.startsWith(`${opening.send_again}: `);

export const keepSays = (reason: string): string => `Keep the stored outcome (reason: ${reason})`;

export const reviseSays = ({ revision, reason }: Pick<Revision, "revision" | "reason">): string =>
  `Replaced by revision ${revision} (reason: ${reason})`;

/** Where a repeat cannot be taken back, one person alone never opens the way to one. */
export const needsSecondPerson = (declaration: Pick<Destination, "effect">, as: SettleAsk["as"]): boolean =>
  declaration.effect === "irreversible" && as !== "happened";

export const proposalSays = (ask: Pick<SettleAsk, "as" | "evidence" | "reason">): string =>
  `Proposed: ${settlementSays(ask)}`;

export const confirmationSays = ({ as, evidence, reason, by }: Proposal): string =>
  settlementSays({ as, evidence, reason: `${reason}; proposed by ${by}` });

export const settlementSays = (ask: Pick<SettleAsk, "as" | "evidence" | "reason">): string =>
  `${opening[ask.as]}: ${ask.evidence} (reason: ${ask.reason})`;

export const contradictionSays = ({ found, evidence, reason }: ContradictionAsk): string =>
  `It happened ${found === "once" ? "once" : "more than once"}: ${evidence} (reason: ${reason})`;

export const secondSays = (reason: string): string => `A genuine second action (reason: ${reason})`;
