/** The sentences behind the refusals of the progress half. */

import { utcText } from "@/lib/ledger/utc-text";
import type { RefusalCode } from "@/lib/progress/run";
import type { Refused } from "@/lib/progress/store";
import type { CommandRefusal } from "./command";

const sentences: Record<RefusalCode, string> = {
  stale_lease: "A newer execution took over.",
  run_finished: "The run finished already.",
  run_cancelled: "The run was cancelled.",
  already_resumed: "Somebody resumed it already. Nothing happened twice.",
  server_behind: "This worker knows a newer execution than the database: it was restored from a backup.",
  run_waits_for_person: "The run waits for a decision, and cannot be resumed past it.",
  run_is_running: "The run is moving by itself.",
  run_purged: "Its retention ended: results it would go on from were removed. Start a new run.",
  run_not_found: "There is no such run.",
};

export function refusalAnswer(refused: Refused): CommandRefusal {
  const sentence = sentences[refused.refused];
  const { by, at } = refused;
  const isNamed = refused.refused === "already_resumed" && by !== null;
  const on = at === null ? "" : `, on ${utcText(at)}`;
  const message = isNamed ? `${by} resumed it already${on}. Nothing happened twice.` : sentence;
  return { ok: false, code: refused.refused, message, facts: { by, at } };
}
