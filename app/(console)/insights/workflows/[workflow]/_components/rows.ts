/** The rows behind a figure of this page, named in the address: "avoided", or "avoided" at one destination. */

import { paths } from "@/lib/client/paths";
import type { View } from "./view";

export const actionFlags = ["retried", "leftUnknown", "unknown", "avoided", "gotThrough"] as const;
export type ActionFlag = (typeof actionFlags)[number];
export const rowKinds = ["lost", "again", "resumed", "void", ...actionFlags] as const;
export type RowKind = (typeof rowKinds)[number];

type Place = Pick<View["destinations"][number], "destination" | "effect" | "impact">;

export const placeOf = ({ destination, effect, impact }: Place): string => `${effect}.${impact}.${destination}`;

export const rowsHref = (workflow: string, rows: RowKind, at?: Place): string =>
  `${paths.workflow(workflow, { rows, at: at && placeOf(at) })}#rows`;

export const rowWords: Record<RowKind, string> = {
  lost: "Runs with a lost execution",
  again: "Steps computed again after a lost execution",
  resumed: "Steps that a person's resume computed again",
  void: "Runs with a question that a resume made void",
  retried: "Actions attempted more than once",
  leftUnknown: "Actions that were left unknown by an attempt",
  unknown: "Actions that are unknown now",
  avoided: "Actions of which a duplicate was avoided",
  gotThrough: "Actions of which two effects are known",
};

export type Opened =
  | { kind: "runs"; runIds: string[] }
  | { kind: "steps"; steps: View["again"] }
  | { kind: "actions"; actions: View["actions"]; isPartial: boolean };

export function openRows(view: View, rows: RowKind, at: string | null): Opened {
  switch (rows) {
    case "lost":
      return { kind: "runs", runIds: view.use.lost.runIds };
    case "void":
      return { kind: "runs", runIds: view.use.validations.runIds };
    case "again":
      return { kind: "steps", steps: view.again.filter(({ why }) => why === "execution_lost") };
    case "resumed":
      return { kind: "steps", steps: view.again.filter(({ why }) => why === "resumed") };
    case "retried":
    case "leftUnknown":
    case "unknown":
    case "avoided":
    case "gotThrough":
      return {
        kind: "actions",
        actions: view.actions.filter((action) => action[rows] && (at === null || placeOf(action) === at)),
        isPartial: view.moreActions,
      };
  }
}
