/** The faults that the demo panel offers, in words for people and as the switches that arm them. */

import type { FaultInput } from "./world/fault";

export type Scenario = { id: string; group: string; label: string; arm: (ticketId: string) => FaultInput | null };

const kill = (id: string, label: string, boundary: string, step: string | null): Scenario => ({
  id,
  group: "The worker dies (SIGKILL)",
  label,
  arm: (object) => ({ system: "worker", fault: "kill", object, boundary, step }),
});

/** In the order they are offered. */
export const scenarios: readonly Scenario[] = [
  { id: "none", group: "No fault", label: "Everything works", arm: () => null },
  kill("kill-after-draft", "after the draft is checkpointed, before anything is sent", "after_checkpoint", "recommend"),
  kill("kill-before-note", "right before the note is declared", "before_begin", "crm.note"),
  kill("kill-after-begin", "with the right to send, before the first byte", "after_begin", "crm.note"),
  kill("kill-after-reply", "after the CRM's reply, before it is reported", "after_send", "crm.note"),
  kill("kill-after-report", "after the report, before the checkpoint", "after_report", "crm.note"),
  kill("kill-after-note", "after the note is checkpointed, before the message", "after_checkpoint", "crm.note"),
  {
    id: "crm-reply-lost",
    group: "The outside world misbehaves",
    label: "CRM takes the note, its reply is lost",
    arm: (object) => ({ system: "crm", fault: "reply_lost_after_effect", object }),
  },
  {
    id: "queue-reply-lost",
    group: "The outside world misbehaves",
    label: "queue takes the message, its reply is lost",
    arm: (object) => ({ system: "queue", fault: "reply_lost_after_effect", object }),
  },
  {
    id: "crm-error-before",
    group: "The outside world misbehaves",
    label: "CRM answers 503 and wrote nothing",
    arm: (object) => ({ system: "crm", fault: "error_before_effect", object }),
  },
  {
    id: "crm-error-after",
    group: "The outside world misbehaves",
    label: "CRM answers 500 although it wrote the note",
    arm: (object) => ({ system: "crm", fault: "error_after_effect", object }),
  },
  {
    id: "crm-rate-limited",
    group: "The outside world misbehaves",
    label: "CRM turns it away with 429",
    arm: (object) => ({ system: "crm", fault: "rate_limited", object }),
  },
  {
    id: "model-slow",
    group: "The outside world misbehaves",
    label: "model takes six seconds",
    arm: (object) => ({ system: "model", fault: "slow", object }),
  },
];

export const findScenario = (id: string): Scenario | null => scenarios.find((scenario) => scenario.id === id) ?? null;

/** The naive agent has no worker process to kill: with it, only the outside world can misbehave. */
export const strikesBlindAgent = (scenario: Scenario): boolean => !scenario.id.startsWith("kill-");
