// Every address of the outside world in one table.

import { z } from "zod";
import { type Answer, type hangUp, ok, refusal } from "./answer";
import { CreditInput, type createBilling } from "./billing";
import type { createCallUnderFaults } from "./call-under-faults";
import { BusinessObject, CountsQuery, CustomerId, LogQuery, Marker, OrderId, TicketId } from "./contract";
import { type createCrm, NoteInput } from "./crm";
import type { EffectLog } from "./effect-log";
import { FaultInput, KillQuestion } from "./fault";
import type { FaultRegister } from "./fault-register";
import { ArticleInput, type createLibrary } from "./library";
import { CompletionInput, type createModel, DraftInput } from "./model";
import { type createPartner, NoticeInput } from "./partner";
import { type createQueue, MessageInput } from "./queue";
import { parseInput, type WorldRequest } from "./request";
import { type createTicketing, ReplyInput } from "./ticketing";

export interface Route {
  method: "GET" | "POST" | "DELETE";
  /** `:name` matches one segment. */
  path: string;
  handle: (request: WorldRequest) => Answer | Promise<Answer | typeof hangUp>;
}

export interface Parts {
  log: EffectLog;
  faults: FaultRegister;
  callUnderFaults: ReturnType<typeof createCallUnderFaults>;
  ticketing: ReturnType<typeof createTicketing>;
  crm: ReturnType<typeof createCrm>;
  queue: ReturnType<typeof createQueue>;
  model: ReturnType<typeof createModel>;
  billing: ReturnType<typeof createBilling>;
  partner: ReturnType<typeof createPartner>;
  library: ReturnType<typeof createLibrary>;
  crmIndexLagMs: number;
  modelMs: number;
}

export function routesOf(parts: Parts): Route[] {
  return [...systemRoutes(parts), ...businessRoutes(parts), ...faultRoutes(parts), ...logRoutes(parts)];
}

function systemRoutes({ callUnderFaults, ticketing, crm, queue, model, crmIndexLagMs, modelMs }: Parts): Route[] {
  return [
    {
      method: "GET",
      path: "/desk/tickets/:id",
      handle({ params }) {
        const id = parseInput(TicketId, params.id);
        return callUnderFaults({ kind: "ticketing.ticket", object: id, execute: () => ticketing.ticket(id) });
      },
    },
    {
      method: "GET",
      path: "/desk/tickets/:id/replies",
      handle: ({ params }) => ticketing.replies(parseInput(TicketId, params.id)),
    },
    {
      method: "POST",
      path: "/desk/tickets/:id/replies",
      handle({ params, json, key }) {
        const id = parseInput(TicketId, params.id);
        const input = parseInput(ReplyInput, json);
        return callUnderFaults({ kind: "ticketing.reply", object: id, execute: () => ticketing.reply(id, input, key) });
      },
    },
    {
      method: "GET",
      path: "/crm/customers/:id/history",
      handle({ params }) {
        const id = parseInput(CustomerId, params.id);
        return callUnderFaults({ kind: "crm.history", object: id, execute: () => crm.history(id) });
      },
    },
    {
      method: "POST",
      path: "/crm/notes",
      handle({ json, key }) {
        const input = parseInput(NoteInput, json);
        return callUnderFaults({ kind: "crm.note", object: input.ticketId, execute: () => crm.addNote(input, key) });
      },
    },
    {
      method: "GET",
      path: "/crm/notes",
      handle({ query }) {
        const { marker } = parseInput(z.object({ marker: Marker }), Object.fromEntries(query));
        return callUnderFaults({
          kind: "crm.search",
          object: marker,
          execute: (fault) => crm.search(marker, fault?.fault === "index_lag" ? fault.ms : crmIndexLagMs),
        });
      },
    },
    {
      method: "POST",
      path: "/queue/messages",
      handle({ json, key }) {
        const input = parseInput(MessageInput, json);
        return callUnderFaults({
          kind: "queue.message",
          object: input.ticketId,
          execute: () => queue.post(input, key),
        });
      },
    },
    {
      method: "POST",
      path: "/model/drafts",
      handle({ json, key }) {
        const input = parseInput(DraftInput, json);
        const execute = () => model.draft(input, key);
        return callUnderFaults({ kind: "model.call", object: input.ticket.id, usualMs: modelMs, execute });
      },
    },
    {
      method: "POST",
      path: "/model/completions",
      handle({ json, key }) {
        const input = parseInput(CompletionInput, json);
        const execute = () => model.complete(input, key);
        return callUnderFaults({ kind: "model.call", object: input.object, usualMs: modelMs, execute });
      },
    },
  ];
}

/** The systems of the agents beside the support agent. */
function businessRoutes({ callUnderFaults, billing, partner, library }: Parts): Route[] {
  return [
    {
      method: "GET",
      path: "/billing/orders/:id",
      handle({ params }) {
        const id = parseInput(OrderId, params.id);
        return callUnderFaults({ kind: "billing.order", object: id, execute: () => billing.order(id) });
      },
    },
    {
      method: "POST",
      path: "/billing/credits",
      handle({ json, key }) {
        const input = parseInput(CreditInput, json);
        const execute = () => billing.credit(input, key);
        return callUnderFaults({ kind: "billing.credit", object: input.orderId, execute });
      },
    },
    {
      method: "POST",
      path: "/partner/notices",
      handle({ json, key }) {
        const input = parseInput(NoticeInput, json);
        const execute = () => partner.notice(input, key);
        return callUnderFaults({ kind: "partner.notice", object: input.eventId, execute });
      },
    },
    {
      method: "GET",
      path: "/partner/notices",
      handle({ query }) {
        const asked = z.object({ deliveryId: Marker, eventId: BusinessObject });
        const { deliveryId, eventId } = parseInput(asked, Object.fromEntries(query));
        return callUnderFaults({
          kind: "partner.search",
          object: eventId,
          execute: (fault) => partner.search(deliveryId, fault?.fault === "index_lag" ? fault.ms : 0),
        });
      },
    },
    {
      method: "GET",
      path: "/library/sources/:id",
      handle({ params }) {
        const id = parseInput(BusinessObject, params.id);
        return callUnderFaults({ kind: "library.source", object: id, execute: () => library.source(id) });
      },
    },
    {
      method: "POST",
      path: "/library/articles",
      handle({ json, key }) {
        const input = parseInput(ArticleInput, json);
        const execute = () => library.article(input, key);
        return callUnderFaults({ kind: "library.article", object: input.questionId, execute });
      },
    },
  ];
}

function faultRoutes({ faults }: Parts): Route[] {
  return [
    {
      method: "POST",
      path: "/faults",
      handle: ({ json }) => ({ httpCode: 201, body: faults.arm(parseInput(FaultInput, json)) }),
    },
    { method: "GET", path: "/faults", handle: () => ok({ faults: faults.list() }) },
    {
      method: "DELETE",
      path: "/faults/:id",
      handle({ params: { id = "" } }) {
        return faults.clear(id) ? ok({ cleared: id }) : refusal("not_found", `no fault ${id} is armed`);
      },
    },
    {
      method: "POST",
      path: "/faults/take",
      handle: ({ json }) => ok({ kill: faults.takeKill(parseInput(KillQuestion, json)) }),
    },
  ];
}

function logRoutes({ log }: Parts): Route[] {
  return [
    {
      method: "GET",
      path: "/log",
      handle: ({ query }) => ok(log.page(parseInput(LogQuery, Object.fromEntries(query)))),
    },
    {
      method: "GET",
      path: "/log/counts",
      handle({ query }) {
        const { object } = parseInput(CountsQuery, Object.fromEntries(query));
        return ok({ object: object ?? null, counts: log.counts(object) });
      },
    },
    { method: "GET", path: "/health", handle: () => ok({ ok: true, lastSeq: log.nextSeq() - 1 }) },
  ];
}
