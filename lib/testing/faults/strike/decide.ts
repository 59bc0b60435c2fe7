/** People decide, well or while everything falls apart. */

import { decideValidation } from "@/lib/engine/decide-validation";
import type { Play } from "../play";

export const approver = { id: "campaign", name: "Campaign", role: "lead" } as const;

export const secondPerson = { id: "campaign-2", name: "Campaign 2", role: "lead" } as const;

export async function pending(play: Play): Promise<{ id: string; runId: string }[]> {
  return play.sql<{ id: string; runId: string }[]>`
    select id, run_id as "runId" from progress.validation where state = 'pending'`;
}

/** The decision is committed, and whoever made it dies before its consequence is delivered. */
export async function decideInProgressOnly(play: Play): Promise<void> {
  for (const { id, runId } of await pending(play)) {
    await play.engine.progress.decide({
      validationId: id,
      decisionId: play.engine.newId(),
      verdict: verdictFor(play, runId),
      by: approver.name,
      role: approver.role,
      reason: "the campaign decides",
      answer: null,
      from: null,
    });
  }
}

/** As the console does; `times` people press at once, of whom one wins. */
export async function decideAll(play: Play, times = 1): Promise<void> {
  for (const { id, runId } of await pending(play)) {
    const validation = await play.engine.progress.findValidation(id);
    const shown = validation?.subjects.map(({ fingerprint }) => fingerprint) ?? [];
    await Promise.all(
      Array.from({ length: times }, (_, i) =>
        decideValidation(play.engine, {
          validationId: id,
          // The second one wants the opposite.
          verdict: i % 2 === 0 ? verdictFor(play, runId) : "reject",
          reason: "the campaign decides",
          answer: null,
          shown,
          from: null,
          nonce: play.engine.newId(),
          operator: approver,
        }),
      ),
    );
  }
}

export const verdictFor = (play: Play, runId: string): "approve" | "reject" =>
  play.planned.get(runId)?.decision ?? "approve";
