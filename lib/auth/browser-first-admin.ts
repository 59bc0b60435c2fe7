import type { ClaimRefusal } from "./claim-first-admin";
import type { FirstAdmin } from "./first-admin-form";

export type ClaimSent =
  | { ok: true }
  | { ok: false; code: ClaimRefusal | "wrong_origin" | "no_answer" }
  | { ok: false; code: "invalid"; fields: Partial<Record<keyof FirstAdmin, string>> };

/** From the browser. The answer is our own route's, so its shape is taken as given. */
export async function sendClaim(asked: FirstAdmin): Promise<ClaimSent> {
  try {
    const answer = await fetch("/first-admin/claim", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(asked),
    });
    return answer.status < 500 ? await answer.json() : { ok: false, code: "no_answer" };
  } catch {
    // Nobody answered, or something in between did.
    return { ok: false, code: "no_answer" };
  }
}
