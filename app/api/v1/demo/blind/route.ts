import { inDemo } from "@/app/api/v1/demo/in-demo";
import { Refusal } from "@/lib/api/problem";
import { route } from "@/lib/api/route";
import { runBlindAgent } from "@/lib/demo/blind-agent";
import { newTicketId } from "@/lib/demo/new-ticket";
import { BlindAnswer, BlindAsk } from "@/lib/demo/panel-contract";
import { findScenario, strikesBlindAgent } from "@/lib/demo/scenario";

export const POST = route({
  body: BlindAsk,
  answer: BlindAnswer,
  handle: ({ body, user }) =>
    inDemo(async (world, worldUrl) => {
      if (user.role === "viewer")
        throw new Refusal(
          "role_missing",
          "A viewer only looks. Operators, approvers, leads and admins may start tickets: switch to one of these roles.",
        );
      const scenario = findScenario(body.scenario);
      if (!scenario || !strikesBlindAgent(scenario)) {
        throw new Refusal("invalid", "scenario: choose a fault of the outside world.");
      }
      const ticketId = newTicketId(false, Math.random());
      const fault = scenario.arm(ticketId);
      if (fault) await world.armFault(fault);
      const lines: string[] = [];
      const result = await runBlindAgent({ worldUrl, ticketId, onLine: (line) => lines.push(line) });
      return { ...result, lines };
    }),
});
