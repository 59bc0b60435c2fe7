/** The register of destinations, and the commands that stop and restart what goes there. */

import { z } from "zod";
import { actionStates } from "@/lib/ledger/action";
import { Destination, Hold } from "./action";
import { Nonce, Reason, Time } from "./basics";
import { Command } from "./command";

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
      runbook: z.object({ title: z.string(), section: z.string(), markdown: z.string() }).nullable(),
    }),
  ),
});

export const HoldAsk = z.object({ nonce: Nonce, name: z.string().min(1).max(255), reason: Reason });
export const HoldAnswer = z.object({ hold: Hold, inFlightUntil: Time.nullable() });
export const ReleaseAnswer = z.object({ name: z.string() });
