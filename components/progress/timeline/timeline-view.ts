"use client";

import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";

// All of it is in the address: a link sent by chat shows the same row, on the same scale.

export const scaleModes = ["activity", "true"] as const;
export type ScaleMode = (typeof scaleModes)[number];

export const timeModes = ["clock", "start", "previous"] as const;
export type TimeMode = (typeof timeModes)[number];

export const inspectorTabs = ["overview", "logs", "data", "state", "error"] as const;
export type InspectorTab = (typeof inspectorTabs)[number];

/** What the inspector shows; without any of it, the run itself. */
export type Selection = { step: string | null; exec: string | null; attempt: string | null; checkpoint: number | null };

export const nothingSelected: Selection = { step: null, exec: null, attempt: null, checkpoint: null };

const view = {
  scale: parseAsStringLiteral(scaleModes).withDefault("activity"),
  time: parseAsStringLiteral(timeModes).withDefault("clock"),
};

const selection = {
  step: parseAsString,
  exec: parseAsString,
  attempt: parseAsString,
  checkpoint: parseAsInteger,
};

export const useTimelineView = () => useQueryStates(view);
export const useSelection = () => useQueryStates(selection);
export const useInspectorTab = () =>
  useQueryStates({ tab: parseAsStringLiteral(inspectorTabs).withDefault("overview") });
