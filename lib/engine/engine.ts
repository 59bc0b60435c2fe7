/**
 * What every verb is given: the two halves behind their ports, the operators' commands, the webhook's messages, and
 * injected cryptography, so that the meeting place itself depends on nothing but the two pure halves.
 */

import type { LedgerStore } from "@/lib/ledger/store";
import type { ProgressStore } from "@/lib/progress/store";
import type { CommandStore } from "./command-store";
import type { MessageStore } from "./message-store";
import type { StopDecisionStore } from "./stop-decision-store";

export type Hash = {
  /** Lower-case hex. */
  sha256(text: string): string;
  /** HMAC-SHA-256, lower-case hex. */
  hmac(secret: string, text: string): string;
};

export type Engine = {
  progress: ProgressStore;
  ledger: LedgerStore;
  commands: CommandStore;
  messages: MessageStore;
  stopDecisions: StopDecisionStore;
  hash: Hash;
  /** A UUIDv7. */
  newId(): string;
};
