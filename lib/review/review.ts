/**
 * The review of one week. While it is a draft its figures are computed whenever somebody looks; frozen, it is a snapshot
 * that no later settlement changes, with a version. A newer version says in a note what became different.
 */

import type { NearMissFigure } from "@/lib/ledger/store";
import type { FigureLine } from "./compare";
import type { Decision, DecisionState } from "./decision";
import type { IncidentClass } from "./incident";
import type { ResumeNumbers, WeekFacts, WeekIncident } from "./week-facts";

export const reviewStates = ["draft", "frozen"] as const;
export type ReviewState = (typeof reviewStates)[number];

export type ClassCounts = Record<IncidentClass, number>;
export type ClassWeek = { week: string; from: number; to: number; partial: boolean; counts: ClassCounts };

/** A signature that came up in several of the last weeks, this one among them. */
export type Recurring = {
  signature: string;
  incidentId: string;
  title: string;
  class: IncidentClass;
  /** Oldest first. */
  weeks: string[];
};

export type ReviewedDecision = Decision & { state: DecisionState };

/** All that the page shows and the exports hold; of a frozen review this is what was frozen. */
export type ReviewContent = {
  week: string;
  from: number;
  to: number;
  zone: string;
  /** When it was computed. */
  asOf: number;
  partial: boolean;
  /** Of earlier reviews: last week's, and older ones that are not done. */
  former: ReviewedDecision[];
  figures: FigureLine[];
  paragraph: string;
  /** Who wrote it; null while it is the one made from the figures. */
  paragraphBy: string | null;
  /** The last eight weeks, oldest first. */
  classes: ClassWeek[];
  incidents: WeekIncident[];
  recurring: Recurring[];
  nearMisses: NearMissFigure[];
  wins: {
    avoidedByType: WeekFacts["avoidedByType"];
    byPerson: ResumeNumbers;
    byItself: ResumeNumbers;
    workSaved: WeekFacts["workSaved"];
  };
  decisions: ReviewedDecision[];
  /** What the figures cannot know, each in a sentence. */
  gaps: string[];
};

export type Review = {
  id: string;
  week: string;
  version: number;
  state: ReviewState;
  /** Counts what people changed, so that a freeze takes what was on the screen. */
  revision: number;
  /** Written by a person, in place of the one made from the figures. */
  paragraph: string | null;
  paragraphBy: string | null;
  /** Why there is a version after the first. */
  note: string | null;
  createdAt: number;
  frozenAt: number | null;
  frozenBy: string | null;
};

export const reviewCan = {
  edit: ({ state }: Pick<Review, "state">): boolean => state === "draft",
  freeze: ({ state }: Pick<Review, "state">): boolean => state === "draft",
  amend: ({ state }: Pick<Review, "state">): boolean => state === "frozen",
};
