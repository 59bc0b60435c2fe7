/** Declares an outside system and how it treats repeats: what every verdict about its actions rests on. */

import type { Destination, EffectKind, RepeatImpact } from "@/lib/ledger/destination";
import { type Duration, durationMs } from "./duration";
import { OptionRefused } from "./errors";
import { identifier } from "./identifier";

export type DestinationDeclaration = {
  name: string;
  /** As people call it; the name by default. */
  title?: string;
  effect: EffectKind;
  /** What one repeat would do. */
  impact: RepeatImpact;
  /** It executes a key once within the window. `replaysErrors`: it also gives stored errors back. */
  deduplicates?: { header: string; window: Duration; replaysErrors?: boolean };
  /** It can be looked up by our marker. `horizon`: how long a write may stay invisible to the look-up. */
  /** Unknown actions are looked up without a click, unless `automatic` is false. */
  probe?: { matchingField: string; horizon: Duration; acceptsSilentHolders?: boolean; automatic?: boolean };
  /** HTTP codes with which it refuses before it executes anything, such as 429. */
  preExecutionCodes?: readonly number[];
  /** How long one attempt may take, to the last byte. Above 0. */
  deadline: Duration;
  owner?: string;
  /** Name of the runbook that says how to look and how to mend. */
  runbook?: string;
};

/** Throws OptionRefused for durations that are none and for a deadline of 0. */
export function destination(declared: DestinationDeclaration): Destination {
  const { deduplicates, probe } = declared;
  const deadlineMs = durationMs("The deadline", declared.deadline);
  if (deadlineMs <= 0) throw new OptionRefused(`The destination ${declared.name} needs a deadline above 0.`);
  return {
    name: identifier("The destination's name", declared.name),
    title: declared.title ?? declared.name,
    effect: declared.effect,
    impact: declared.impact,
    deduplicates: deduplicates
      ? {
          header: deduplicates.header,
          windowMs: durationMs("The window", deduplicates.window),
          replaysErrors: deduplicates.replaysErrors ?? false,
        }
      : null,
    probe: probe
      ? {
          matchingField: probe.matchingField,
          horizonMs: durationMs("The horizon", probe.horizon),
          acceptsSilentHolders: probe.acceptsSilentHolders ?? false,
          automatic: probe.automatic ?? true,
        }
      : null,
    preExecutionCodes: declared.preExecutionCodes ?? [],
    deadlineMs,
    owner: declared.owner ?? null,
    runbook: declared.runbook ?? null,
  };
}

/** The declaration alone: user code may carry an address and functions of its own on the same object. */
export const declarationOf = (d: Destination): Destination => ({
  name: d.name,
  title: d.title,
  effect: d.effect,
  impact: d.impact,
  deduplicates: d.deduplicates,
  probe: d.probe,
  preExecutionCodes: d.preExecutionCodes,
  deadlineMs: d.deadlineMs,
  owner: d.owner,
  runbook: d.runbook,
});
