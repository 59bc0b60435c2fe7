import { describe, expect, it } from "vitest";
import { actionSentence } from "./action-sentence";

const sentence = (type: string, title: string) => actionSentence({ type, object: "T-1041", declaration: { title } });

describe("the sentence of an action", () => {
  it.each([
    ["crm.note", "CRM", "Send a note about T-1041 to CRM"],
    ["queue.escalate", "Escalation queue", "Escalate T-1041 to Escalation queue"],
    ["desk.update_ticket", "Help desk", "Update ticket T-1041 in Help desk"],
    ["payments.createRefund", "Stripe", "Create refund T-1041 in Stripe"],
    ["mail.invoice-copy", "Mail", "Send an invoice copy about T-1041 to Mail"],
    ["webhook", "Partner X", "Send a webhook about T-1041 to Partner X"],
  ])("says what %s does, with its object and its destination", (type, title, expected) => {
    expect(sentence(type, title)).toBe(expected);
  });
});
