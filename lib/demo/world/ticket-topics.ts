// What the demo's customers write about, and what a good support engineer would advise.
// Content only; `tickets.ts` decides which ticket gets which topic.

export type Priority = "low" | "normal" | "high" | "urgent";

export interface TicketTopic {
  subject: string;
  body: string;
  priority: Priority;
  /** Legal, contractual or security matter: a person must see the wording before it leaves. */
  sensitive: boolean;
  advice: string;
}

export const ticketTopics = {
  exportStuck: {
    subject: "Nightly export stays at 90 % since Tuesday",
    body: "Our nightly export of shipment data has stopped at 90 % three nights in a row. The file that arrives is missing the last warehouse. Finance closes the month on Friday and needs the complete file before then.",
    priority: "high",
    sensitive: false,
    advice:
      "Restart the export with the smaller batch size and deliver the missing warehouse as a separate file today. Ask engineering to look at the worker that gave up without an error.",
  },
  invoiceSeats: {
    subject: "Invoice still lists seats we removed last month",
    body: "We removed 14 seats on the 3rd, the admin page confirms it, but the new invoice still charges for them. Please correct the invoice; our accounts payable run is on Thursday.",
    priority: "normal",
    sensitive: false,
    advice:
      "Confirm the removal date from the seat history, issue a corrected invoice for the current period and tell accounts payable which document replaces which.",
  },
  signInLoop: {
    subject: "Single sign-on sends users back to the login page",
    body: "Since we rotated the certificate at our identity provider this morning about half of our users end up in a redirect loop. The other half is fine. Clearing cookies does not help.",
    priority: "urgent",
    sensitive: false,
    advice:
      "The old certificate is still cached on part of the fleet. Upload the new metadata again, confirm the fingerprint with the customer's administrator and watch the sign-in error rate for half an hour.",
  },
  webhookDelay: {
    subject: "Webhooks arrive up to two hours late",
    body: "Order events used to reach us within seconds. Since yesterday afternoon they come in bursts, some of them two hours late, and our warehouse picks from outdated stock figures.",
    priority: "high",
    sensitive: false,
    advice:
      "Their endpoint answered slowly for a while and was moved to the slow lane. Move it back now that it is healthy and offer the replay of yesterday's events, deduplicated by event id.",
  },
  rateLimit: {
    subject: "Higher API limit for a migration weekend",
    body: "We move 2.3 million records on the weekend of the 18th and will need about four times our normal API limit from Friday evening to Sunday night. Is that possible, and what should we watch?",
    priority: "normal",
    sensitive: false,
    advice:
      "Grant four times the limit for the named window, recommend the bulk endpoint for the initial load, and name an engineer on call for the Saturday.",
  },
  fieldMapping: {
    subject: "Custom field disappears after import",
    body: "The field 'cost centre' is filled in our file but empty after the import. The import report says 0 errors. It worked with the same template in March.",
    priority: "low",
    sensitive: false,
    advice:
      "The field was renamed in April and the template still carries the former name. Send the corrected template and import the column once more; nothing else is touched.",
  },
  contractExit: {
    subject: "Early termination after last week's outage",
    body: "The outage cost us a full working day and a penalty from our own customer. Our legal department considers the service level breached and asks for your position on early termination and on the service credit before Monday.",
    priority: "urgent",
    sensitive: true,
    advice:
      "Acknowledge the outage without admitting a breach, offer the contractual service credit, and bring in the account manager and legal before anything is said about termination.",
  },
  formerEmployee: {
    subject: "Possible access by a former employee",
    body: "We found sign-ins to our workspace from an account that should have been closed when the employee left in January. Please tell us which records were opened and block the account at once.",
    priority: "urgent",
    sensitive: true,
    advice:
      "Block the account, preserve the access log, and hand the case to the security team. The customer may have to notify within 72 hours, so give them the time of the first sign-in today.",
  },
} as const satisfies Record<string, TicketTopic>;

export type TopicName = keyof typeof ticketTopics;
