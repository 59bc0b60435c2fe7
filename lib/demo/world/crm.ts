// The CRM. It ignores keys: every accepted POST is one more note. What was written can be found by our marker,
// but only once the search index has caught up, which takes up to the declared horizon.

import { z } from "zod";
import { type Answer, created, ok, refusal } from "./answer";
import { CustomerId, Marker, TicketId } from "./contract";
import { findCustomerHistory } from "./customers";
import type { EffectLog } from "./effect-log";

export const NoteInput = z.strictObject({
  customerId: CustomerId,
  ticketId: TicketId,
  text: z.string().min(1).max(10_000),
  /** Optional, as in real CRMs; a note without one cannot be found again. */
  marker: Marker.nullable().default(null),
});
export type NoteInput = z.input<typeof NoteInput>;

export const Note = NoteInput.extend({ id: z.string(), at: z.iso.datetime() });
export type Note = z.infer<typeof Note>;

export const NoteSearch = z.object({ notes: z.array(Note), complete: z.literal(true) });

export function createCrm(log: EffectLog, now: () => Date) {
  const byMarker = new Map<string, Note[]>();

  log.follow((entry) => {
    if (entry.kind !== "crm.note" || entry.marker === null) return;
    byMarker.set(entry.marker, [...(byMarker.get(entry.marker) ?? []), Note.parse(entry.body)]);
  });

  return {
    history(customerId: string): Answer {
      const history = findCustomerHistory(customerId);
      return history ? ok(history) : refusal("not_found", `the CRM has no customer ${customerId}`);
    },

    addNote(input: z.output<typeof NoteInput>, key: string | null): Answer {
      const { customerId, ticketId, marker } = input;
      if (!findCustomerHistory(customerId)) {
        return refusal("unknown_customer", `no note can be written: the CRM has no customer ${customerId}`);
      }
      const at = now();
      const note: Note = { id: `N-${log.nextSeq()}`, at: at.toISOString(), ...input };
      const summary = `Note on ${customerId} for ${ticketId}`;
      log.append({ system: "crm", kind: "crm.note", object: ticketId, key, marker, summary, body: { ...note } }, at);
      return created(note);
    },

    /** Says `complete` even while the index lags: it cannot know what it has not seen yet. */
    search(marker: string, indexLagMs: number): Answer {
      const indexedUntil = now().getTime() - indexLagMs;
      const notes = (byMarker.get(marker) ?? []).filter((note) => Date.parse(note.at) <= indexedUntil);
      return ok({ notes, complete: true });
    },
  };
}
