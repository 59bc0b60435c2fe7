/** All invariants by name, and when each can be asked. I17, the quotas, is about the campaign as a whole. */

import { oneOpenAttemptOneKey, unknownEndsWithAReason } from "./attempts";
import { clicksAreAnswered, oneClickOneEffect } from "./clicks";
import {
  atMostOneEffect,
  attemptCommittedBeforeEffect,
  confirmedMeansOneEffect,
  unconfirmedEffectIsUnknown,
} from "./effects";
import { pagesShowEachRunOnce } from "./list";
import { acknowledgedCheckpointsAreKept, checkpointsRestOnFinalActions, finishedStepsDoNotStartAgain } from "./memory";
import type { Observed, Violation } from "./observed";
import { anotherPayloadChangesNothing, approvedIsWhatIsSent } from "./payloads";
import { everyRunEnds, everyRunHasAWaker, nothingIsLeftBehind, verdictsAreTrue } from "./rest";
import { nothingAcceptedFromOldTenures, tenuresFollowEachOther } from "./tenure";

/** Hold at any moment. */
const always: ((seen: Observed) => Violation[])[] = [
  atMostOneEffect,
  attemptCommittedBeforeEffect,
  confirmedMeansOneEffect,
  unconfirmedEffectIsUnknown,
  oneOpenAttemptOneKey,
  tenuresFollowEachOther,
  nothingAcceptedFromOldTenures,
  acknowledgedCheckpointsAreKept,
  finishedStepsDoNotStartAgain,
  checkpointsRestOnFinalActions,
  approvedIsWhatIsSent,
  unknownEndsWithAReason,
  anotherPayloadChangesNothing,
  pagesShowEachRunOnce,
  verdictsAreTrue,
  oneClickOneEffect,
  clicksAreAnswered,
];

/** Two leases after the last fault, before anything is pressed. */
export const checkAtRest = (seen: Observed): Violation[] => [...always, everyRunHasAWaker].flatMap((ask) => ask(seen));

/** After everything suggested was pressed and every worker has gone. */
export const checkAtEnd = (seen: Observed): Violation[] =>
  [...always, everyRunEnds, nothingIsLeftBehind].flatMap((ask) => ask(seen));
