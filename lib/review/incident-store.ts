/**
 * The port behind which incidents are kept. At most one incident of a signature is ongoing; what was found once is
 * never counted twice, however many processes find it. Times are milliseconds on the clock of progress.
 */

import type { Page } from "@/lib/progress/store";
import type { Role } from "@/lib/progress/validation";
import type {
  Evidence,
  FoundEvidence,
  Incident,
  IncidentCause,
  IncidentChange,
  IncidentClass,
  IncidentState,
  Person,
  Severity,
} from "./incident";

export type IncidentFilter = {
  classes?: IncidentClass[];
  states?: IncidentState[];
  severities?: Severity[];
  cause?: IncidentCause | "by_hand";
  /** The id of a person; null: those that nobody owns. */
  owner?: string | null;
  /** Seen in [from, to): with evidence of that time, or begun in it. */
  from?: number;
  to?: number;
  /** Those that it is evidence of. */
  runId?: string;
  actionId?: string;
};

export type IncidentQuery = IncidentFilter & { cursor?: string; pageSize: number };

export type IncidentCounts = {
  total: number;
  classes: Record<IncidentClass, number>;
  states: Record<IncidentState, number>;
  severities: Record<Severity, number>;
};

export type IncidentRecord = {
  incident: Incident;
  /** Newest first; at most `evidenceMax`, the rest is in `listEvidence`. */
  evidence: Evidence[];
  /** Oldest first. */
  history: IncidentChange[];
  /** The next one of the same signature, opened after this one was over. */
  nextId: string | null;
};

export const evidenceMax = 100;

export type OpenByHand = Pick<Incident, "id" | "class" | "severity" | "title" | "place"> & {
  /** Ids for its first evidence and its first line of history. */
  evidenceId: string;
  changeId: string;
  by: Person;
  role: Role;
  reason: string;
  runId: string | null;
  actionId: string | null;
};

export type ChangeAsk = {
  /** Made by the caller: the same change a second time is answered as the first time. */
  id: string;
  incidentId: string;
  /** That the person saw. */
  version: number;
  by: Person;
  role: Role;
  reason: string | null;
  change:
    | { kind: "state"; to: IncidentState }
    | { kind: "class"; to: IncidentClass }
    | { kind: "severity"; to: Severity }
    | { kind: "owner"; to: Person | null }
    | { kind: "note" };
};
export type ChangeResult =
  | { changed: true; incident: Incident }
  | { changed: false; why: ChangeRefusal; incident: Incident | null };
export type ChangeRefusal =
  | "incident_not_found"
  | "changed_meanwhile"
  | "move_not_allowed"
  | "nothing_differs"
  /** Another incident of its signature is ongoing. */
  | "seen_again";

/** What the evidence of a time comes to; an incident that was seen over months says little of a week by its sums. */
export type IncidentFigures = { incidentId: string } & Pick<Incident, "evidence" | "runs" | "actions" | "cost">;

export interface IncidentStore {
  /**
   * Adds what is new to the incident of its signature, or opens one; one that was over by then is opened anew. Returns
   * how much was new.
   */
  take(found: FoundEvidence[], newId: () => string): Promise<{ opened: string[]; added: number }>;
  /** A second time with the same id it is the same incident. */
  open(ask: OpenByHand): Promise<Incident>;
  change(ask: ChangeAsk): Promise<ChangeResult>;
  find(id: string): Promise<Incident | null>;
  read(id: string): Promise<IncidentRecord | null>;
  /** Last seen first. Throws BadCursor. */
  list(query: IncidentQuery): Promise<Page<Incident>>;
  count(filter: IncidentFilter): Promise<IncidentCounts>;
  /** Of each incident with evidence in [from, to), in no order. */
  figures(range: { from: number; to: number }): Promise<IncidentFigures[]>;
  /** Newest first; of one incident, or of all in [from, to). */
  listEvidence(query: {
    incidentId?: string;
    from?: number;
    to?: number;
    cursor?: string;
    pageSize: number;
  }): Promise<Page<Evidence>>;
}
