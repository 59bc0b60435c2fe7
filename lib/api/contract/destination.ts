/** The register of destinations, and the commands that stop and restart what goes there. */

import { z } from "zod";
import { actionStates } from "@/lib/ledger/action";
import { attemptReasons, Destination, Hold, JudgedAction, Probe } from "./action";
import { Id, Identifier, Nonce, Reason, Time } from "./basics";
import { Command } from "./command";
import { RunbookPointer, RunbookQuote } from "./runbook";

export const DestinationList = z.object({
  now: Time,
  rows: z.array(
    z.object({
      declaration: Destination,
      declaredAt: Time,
      hold: Hold.nullable(),
      actions: z.partialRecord(z.enum(actionStates), z.number()),
      /** When the last open attempt reaches its deadline; null when none is open. */
      inFlightUntil: Time.nullable(),
      /** Holds and releases, the newest first. */
      commands: z.array(Command),
      runbook: RunbookQuote.nullable(),
    }),
  ),
});

export const HoldAsk = z.object({ nonce: Nonce, name: Identifier, reason: Reason });
export const HoldAnswer = z.object({ hold: Hold, inFlightUntil: Time.nullable() });
export const ReleaseAnswer = z.object({ name: z.string() });

export const CheckAllAsk = z.object({ nonce: Nonce, name: Identifier });
export const CheckAllAnswer = z.object({ items: z.array(z.object({ actionId: Id, why: z.string().nullable() })) });

/** The desk of what only a person can clear up. */
export const DeskView = z.object({
  now: Time,
  disputed: z.array(JudgedAction),
  count: z.number(),
  groups: z.array(
    z.object({
      destination: z.string(),
      title: z.string(),
      cause: z.enum(attemptReasons).nullable(),
      /** What fits the first of them. */
      runbooks: RunbookPointer,
      records: z.array(JudgedAction),
    }),
  ),
  holds: z.array(z.object({ name: z.string(), title: z.string(), hold: Hold })),
  checks: z.array(
    z.object({
      commandId: Id,
      destination: z.string(),
      title: z.string(),
      by: z.string(),
      at: Time,
      items: z.array(
        z.object({
          actionId: Id,
          type: z.string(),
          object: z.string(),
          state: z.enum(actionStates),
          look: Probe.pick({ state: true, result: true, detail: true }).nullable(),
          why: z.string().nullable(),
        }),
      ),
    }),
  ),
});
