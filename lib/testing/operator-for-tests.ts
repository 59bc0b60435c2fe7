/** What people do in the console, straight at the stores. */

import type { Engine } from "@/lib/engine/engine";

export const decideOn =
  (engine: Engine) =>
  async (validationId: string, verdict: "approve" | "reject"): Promise<void> => {
    await engine.progress.decide({
      validationId,
      decisionId: engine.newId(),
      verdict,
      by: "Ana",
      role: "approver",
      reason: verdict === "reject" ? "wrong customer" : null,
      answer: null,
      from: null,
    });
  };

export const probeFor =
  (engine: Engine) =>
  async (actionId: string): Promise<void> => {
    const notBefore = await engine.ledger.now();
    await engine.ledger.askProbe({ probeId: engine.newId(), actionId, by: "Ola", notBefore });
  };
