// What the outside world speaks over HTTP: its systems, the kinds of calls they take, and its own log.
// Server and client both parse with these schemas, so neither can drift from the other.
// An effect is in the log if and only if it was really executed; a repeated key that is answered from memory is not.

import { z } from "zod";

export const System = z.enum(["ticketing", "crm", "queue", "model", "billing", "partner", "library"]);
export type System = z.infer<typeof System>;

/** Kinds that leave a line in the log: the effects, and the model call because it costs money. */
export const LoggedKind = z.enum([
  "ticketing.reply",
  "crm.note",
  "queue.message",
  "model.call",
  "billing.credit",
  "partner.notice",
  "library.article",
]);
export type LoggedKind = z.infer<typeof LoggedKind>;

export const ReadKind = z.enum([
  "ticketing.ticket",
  "crm.history",
  "crm.search",
  "billing.order",
  "partner.search",
  "library.source",
]);
export type ReadKind = z.infer<typeof ReadKind>;

export type Kind = LoggedKind | ReadKind;

export const TicketId = z.string().regex(/^T-\d{4,6}$/, "a ticket id looks like T-1041");
export const CustomerId = z.string().regex(/^C-\d{3}$/, "a customer id looks like C-204");

export const OrderId = z.string().regex(/^O-\d{4,6}$/, "an order id looks like O-5512");

/** The business object of an entry or a fault: a ticket, an order, an event, a question, a call. */
export const BusinessObject = z.string().min(1).max(200);

/** Our own reference, stored in the foreign record so that it can be found again. */
export const Marker = z.string().min(1).max(200);

export const LogEntry = z.object({
  seq: z.int().positive(),
  at: z.iso.datetime(),
  system: System,
  kind: LoggedKind,
  object: BusinessObject,
  /** The Idempotency-Key the caller sent, kept as evidence also where the system ignores it. */
  key: z.string().nullable(),
  marker: z.string().nullable(),
  summary: z.string(),
  body: z.record(z.string(), z.unknown()),
});
export type LogEntry = z.infer<typeof LogEntry>;

export const Counts = z.record(LoggedKind, z.int().nonnegative());
export type Counts = z.infer<typeof Counts>;

export const LogQuery = z.object({
  after: z.coerce.number().int().nonnegative().optional(),
  object: BusinessObject.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
export type LogQuery = z.input<typeof LogQuery>;

export const LogPage = z.object({
  /** Newest last. With `after`: the first `limit` entries behind it; without: the newest `limit`. */
  entries: z.array(LogEntry),
  lastSeq: z.int().nonnegative(),
  /** Over the whole log, or over all entries of `object` when it was asked for. */
  counts: Counts,
});
export type LogPage = z.infer<typeof LogPage>;

export const CountsQuery = z.object({ object: BusinessObject.optional() });
export const CountsAnswer = z.object({ object: z.string().nullable(), counts: Counts });

export const Health = z.object({ ok: z.literal(true), lastSeq: z.int().nonnegative() });

export const ErrorCode = z.enum([
  "invalid_json",
  "invalid_input",
  "not_found",
  "method_not_allowed",
  "body_too_large",
  "unsupported_media_type",
  "unknown_customer",
  "key_reused",
  "rate_limited",
  "unavailable",
  "internal_error",
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

export const ErrorBody = z.object({ code: ErrorCode, message: z.string() });
