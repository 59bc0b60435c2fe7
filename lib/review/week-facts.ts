/** What was read of one week, from both halves and from the incidents, before anything is made of it. */

import type { Latency, NearMissFigure } from "@/lib/ledger/store";
import type { IncidentClass, IncidentState, Severity } from "./incident";

export type WeekIncident = {
  id: string;
  signature: string;
  title: string;
  class: IncidentClass;
  severity: Severity;
  state: IncidentState;
  /** Null when a rule found it. */
  openedBy: string | null;
  owner: string | null;
  startedAt: number;
  openedAt: number;
  /** When it was resolved; null while it is not. */
  closedAt: number | null;
  /** Those with evidence in the week. */
  runs: number;
  actions: number;
};

/** A3; each number is a part of the one before it. */
export type ResumeNumbers = { resumed: number; passed: number; finished: number; finishedWithoutDuplicate: number };

export type WeekFacts = {
  /** "2026-W48". */
  week: string;
  from: number;
  to: number;
  /** Somebody used it by then: a week before the first run says nothing about the weeks after it. */
  measured: boolean;
  /** The week was not over when this was read. */
  partial: boolean;
  incidents: WeekIncident[];
  avoided: number;
  avoidedByType: { type: string; actions: number }[];
  gotThrough: number;
  stepRetries: number;
  actionRetries: number;
  longUnknown: number;
  byPerson: ResumeNumbers;
  byItself: ResumeNumbers;
  run: Latency;
  step: Latency;
  settling: Latency;
  validation: Latency;
  workSaved: { steps: number; tookMs: number };
  nearMisses: NearMissFigure[];
};

/** An unknown that nobody settles within it is a debt; what a worker or a look-up settles by itself is settled by then. */
export const longUnknownMs = 60 * 60 * 1000;
