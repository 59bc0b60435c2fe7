/** An action as the backend is asked for it, and as people read it. */

import type { ActionRequest } from "../action";
import type { Intent } from "../backend";

export function intentOf(request: ActionRequest, needsGrant: boolean): Intent {
  const { action, object, occurrence, payload } = request;
  return {
    type: action.type,
    object,
    occurrence,
    payload,
    volatileFields: action.volatileFields,
    declaration: action.destination,
    needsGrant,
  };
}

/** Of its step: one action type may be asked for many objects, and several times for one. */
export const actionOccurrence = ({ object, occurrence }: ActionRequest): string =>
  occurrence === "" ? object : `${object}/${occurrence}`;

export const actionText = ({ action, object, occurrence }: ActionRequest): string =>
  `${action.type} for ${object}${occurrence === "" ? "" : ` (${occurrence})`}`;
