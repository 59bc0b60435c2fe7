/** Opens an incident by hand: about a run, about an action, or freely. Whoever opens it owns it. */

import { type Applied, type CommandAnswer, command } from "@/lib/engine/command";
import type { Operator } from "@/lib/engine/command-store";
import type { Incident, IncidentClass, Place, Severity } from "./incident";
import type { ReviewEngine } from "./review-engine";

export type OpenIncident = {
  nonce: string;
  operator: Operator;
  title: string;
  class: IncidentClass;
  severity: Severity;
  reason: string;
  runId: string | null;
  actionId: string | null;
};
type Opened = { incident: Incident };

export async function openIncident(engine: ReviewEngine, ask: OpenIncident): Promise<CommandAnswer<Opened>> {
  const action = ask.actionId === null ? null : await engine.ledger.findAction(ask.actionId);
  if (ask.actionId !== null && action === null) return missing("action");
  const runId = ask.runId ?? action?.runId ?? null;
  const run = runId === null ? null : await engine.progress.findRun(runId);
  if (ask.runId !== null && run === null) return missing("run");
  const place: Place = {
    workflow: run?.workflow ?? null,
    step: action?.type ?? null,
    destination: action?.destination ?? null,
  };
  const { nonce, operator, reason, title, class: named, severity, actionId } = ask;
  return command<Opened>(
    engine,
    {
      nonce,
      kind: "report",
      objectKind: "incident",
      // The click names what it opens: pressed again, it is the same incident.
      objectId: nonce,
      operator,
      reason,
      shown: { title, class: named, severity, runId, actionId },
      before: null,
    },
    async (): Promise<Applied<Opened>> => {
      const ids = { id: nonce, evidenceId: engine.newId(), changeId: engine.newId() };
      const by = { id: operator.id, name: operator.name };
      const given = { title, class: named, severity, place, by, role: operator.role, reason, runId, actionId };
      const incident = await engine.incidents.open({ ...ids, ...given });
      return { ok: true, incident, after: { state: incident.state } };
    },
  );
}

const missing = (what: "run" | "action") =>
  ({
    ok: false,
    code: `${what}_not_found`,
    message: `There is no such ${what}. It may have been removed, or the address is wrong.`,
  }) as const;
