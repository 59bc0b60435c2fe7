/** What a person may say about an action whose outcome is unknown or whose evidence contradicts itself, and what follows from saying it. */

import type { RadioOption } from "@/components/ui/radio-group";
import { type Action, isDisputed } from "@/lib/ledger/action";
import { impactLabels } from "@/lib/ledger/destination";
import { isProposable, needsSecondPerson } from "@/lib/ledger/settlement";
import type { ContradictionAsk, Proposal, SettleAsk } from "@/lib/ledger/store";
import { atStart } from "./destination-title";

export type SettleAs = SettleAsk["as"] | ContradictionAsk["found"];

type Choice = Pick<RadioOption<SettleAs>, "label" | "hint"> & {
  value: SettleAs;
  button: string;
  evidenceHint: string;
};

type Facts = Pick<Action, "declaration" | "contradictedAt" | "contradictionFound">;

export function settleChoices(action: Facts): Choice[] {
  const { declaration } = action;
  const choices: Choice[] = isDisputed(action) ? countChoices(declaration) : choicesOf(declaration);
  return choices.map((choice) => {
    const { value } = choice;
    if (!isProposable(value) || !needsSecondPerson(declaration, value)) return choice;
    const why = declaration.effect === "irreversible" ? "A repeat cannot be taken back" : "A repeat costs money";
    return {
      ...choice,
      hint: `${choice.hint} ${why}: a second person confirms this first.`,
      button: proposeButtons[value],
    };
  });
}

const proposeButtons: Record<Proposal["as"], string> = {
  did_not_happen: "Propose: it did not happen",
  send_again: "Propose one more attempt",
  once: "Propose: it happened once",
};

const countChoices = ({ title, impact }: Action["declaration"]): Choice[] => [
  {
    value: "once",
    label: "It happened once",
    hint: `${atStart(title)} has exactly one. The run goes on with it, and no duplicate is counted.`,
    button: "Settle: it happened once",
    evidenceHint: `What you saw at ${title}: the one record's id, and the marker in it.`,
  },
  {
    value: "twice",
    label: "It happened more than once",
    hint: `The run goes on and sends nothing more. A duplicate got through: ${impactLabels[impact]}.`,
    button: "Settle: it happened more than once",
    evidenceHint: `The ids of all records at ${title}, and what was done about the ones too many.`,
  },
];

function choicesOf({ title, impact }: Action["declaration"]): (Choice & { value: SettleAsk["as"] })[] {
  return [
    {
      value: "happened",
      label: "It happened",
      hint: `You saw it at ${title}. It counts as confirmed and is never sent again; the run goes on.`,
      button: "Settle: it happened",
      evidenceHint: `What you saw at ${title}: the record's id, and the marker in it.`,
    },
    {
      value: "did_not_happen",
      label: "It did not happen",
      hint: `You looked at ${title} and its sender has ended. It becomes planned; the run goes on and sends it.`,
      button: "Settle: it did not happen",
      evidenceHint: "When you looked, for which marker, and how you know that its sender has ended.",
    },
    {
      value: "send_again",
      label: "Send again, I accept the risk",
      hint: `Nobody can tell. The run goes on and may send it a second time: ${impactLabels[impact]}.`,
      button: "Allow one more attempt",
      evidenceHint: "What you tried in order to find out, and who agreed.",
    },
  ];
}

/** The short id, with or without its prefix, however it was typed. */
export const typedMatches = (typed: string, shortId: string): boolean => {
  const text = typed.trim().toLowerCase();
  return text === shortId || text === shortId.slice(shortId.indexOf("_") + 1);
};
