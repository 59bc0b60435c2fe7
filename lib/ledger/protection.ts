/** What the ledger says about whether a set of runs needs it: what it keeps, what went wrong outside, what it avoided. */

import type { EffectKind, RepeatImpact } from "./destination";

/** The actions of some runs at one destination, by what was declared when they were made. */
export type DestinationUse = {
  destination: string;
  title: string;
  effect: EffectKind;
  impact: RepeatImpact;
  actions: number;
  attempts: number;
  /** Actions that were attempted more than once. */
  retried: number;
  /** Actions of which an attempt ended without anybody knowing whether it arrived, whatever was found out later. */
  leftUnknown: number;
  /** Actions that are unknown now. */
  unknown: number;
  avoided: number;
  gotThrough: number;
  /** Of actions, attempts and evidence. */
  rows: number;
  /** Of payloads and answers. */
  bytes: number;
  /** Of one attempt, at the median; null when none ended. */
  attemptP50Ms: number | null;
};

/** An action that one of the figures counts. */
export type CountedAction = {
  id: string;
  type: string;
  object: string;
  destination: string;
  effect: EffectKind;
  impact: RepeatImpact;
  retried: boolean;
  leftUnknown: boolean;
  unknown: boolean;
  avoided: boolean;
  gotThrough: boolean;
};

export interface LedgerProtection {
  destinationUse(runIds: string[]): Promise<DestinationUse[]>;
  /** Those that are something else than sent once, newest first. */
  countedActions(ask: { runIds: string[]; limit: number }): Promise<CountedAction[]>;
}
