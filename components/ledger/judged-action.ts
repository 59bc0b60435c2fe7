import type { z } from "zod";
import type { JudgedAction as Judged, ActionListItem as ListItem } from "@/lib/api/contract/action";

/** An action with everything known about it and the verdict at the moment it was read. */
export type JudgedAction = z.output<typeof Judged>;

/** The same without payload, evidence and look-ups: a row of the list. */
export type ListedAction = z.output<typeof ListItem>;

/** Anchors of rows and attempts, for links that jump to them. */
export const actionAnchor = (actionId: string): string => `action-${actionId}`;
export const attemptAnchor = (number: number): string => `attempt-${number}`;
