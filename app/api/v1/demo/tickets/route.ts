import { inDemo } from "@/app/api/v1/demo/in-demo";
import { Refusal } from "@/lib/api/problem";
import { route } from "@/lib/api/route";
import { newTicketId } from "@/lib/demo/new-ticket";
import { StartTicketAnswer, StartTicketAsk } from "@/lib/demo/panel-contract";
import { findScenario } from "@/lib/demo/scenario";
import { startTicket } from "@/lib/demo/start-ticket";
import { startBackend } from "@/lib/sdk/direct/start-backend";

export const POST = route({
  body: StartTicketAsk,
  answer: StartTicketAnswer,
  handle: ({ engine, body, user }) =>
    inDemo(async (world) => {
      if (user.role === "viewer")
        throw new Refusal(
          "role_missing",
          "A viewer only looks. Operators, approvers, leads and admins may start tickets: switch to one of these roles.",
        );
      const scenario = findScenario(body.scenario);
      if (!scenario) throw new Refusal("invalid", `scenario: "${body.scenario}" is not one of the demo's.`);
      const ticketId = body.again?.ticketId ?? newTicketId(body.kind === "sensitive", Math.random());
      const eventId = body.again?.eventId ?? `desk-event-${Date.now()}`;
      const fault = body.again ? null : scenario.arm(ticketId);
      if (fault) await world.armFault(fault);
      return { ticketId, eventId, ...(await startTicket(startBackend(engine), ticketId, eventId, user.id)) };
    }),
});
