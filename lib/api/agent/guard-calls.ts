/** The three calls that protect one outside call of any program: begin, report, and where it stands. */

import { guardAction } from "@/lib/engine/guard-action";
import { readGuarded } from "@/lib/engine/read-guarded";
import { reportAttempt } from "@/lib/engine/report-attempt";
import { GuardAnswer, GuardAsk, GuardStateAnswer, GuardStateAsk, ReportAnswer, ReportAsk } from "../contract/agent";
import { agentCall, mayUseDestinations } from "./agent-call";

export const guardBegin = agentCall({
  path: "/guard/begin",
  summary: "Ask for the right to make one outside call. Make it only after `proceed`, within its deadline.",
  scopes: ["guard"],
  ask: GuardAsk,
  answer: GuardAnswer,
  async handle({ engine, key, ask }) {
    mayUseDestinations(key, "guard", [ask.intent.declaration.name]);
    return guardAction(engine, { ...ask, intent: { ...ask.intent, payload: ask.intent.payload } });
  },
});

export const guardReport = agentCall({
  path: "/guard/report",
  summary: "Tell what the call showed. Without a report the outcome stands as unknown once the deadline has passed.",
  scopes: ["guard", "worker"],
  ask: ReportAsk,
  answer: ReportAnswer,
  handle: ({ engine, ask }) => reportAttempt(engine, ask),
});

export const guardState = agentCall({
  path: "/guard/state",
  mutates: false,
  summary: "Where a guarded call stands, and whether asking again is safe now.",
  scopes: ["guard", "read"],
  ask: GuardStateAsk,
  answer: GuardStateAnswer,
  async handle({ engine, key, ask }) {
    const guarded = await readGuarded(engine, ask);
    const scope = key.scopes.includes("guard") ? "guard" : "read";
    if (guarded !== null) mayUseDestinations(key, scope, [guarded.destination]);
    return { guarded };
  },
});

export const guardCalls = [guardBegin, guardReport, guardState] as const;
