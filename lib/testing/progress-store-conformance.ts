/** What every keeper of progress guarantees, whichever database stands behind it. */

import { leaseGuarantees } from "./progress-store-leases";
import { peopleGuarantees } from "./progress-store-people";
import { protectionGuarantees } from "./progress-store-protection";
import { purgeGuarantees } from "./progress-store-purge";
import { readGuarantees } from "./progress-store-reads";
import { recoveryGuarantees } from "./progress-store-recovery";
import { stoppedGuarantees } from "./progress-store-stopped";
import { sweepGuarantees } from "./progress-store-sweep";
import { troubleGuarantees } from "./progress-store-troubles";
import { weekGuarantees } from "./progress-store-week";
import { writeGuarantees } from "./progress-store-writes";
import type { MakeProgressWorld } from "./progress-world";

/** `makeWorld` gives an empty store whose clock stands at `monday`. */
export function progressStoreConformance(makeWorld: MakeProgressWorld): void {
  leaseGuarantees(makeWorld);
  writeGuarantees(makeWorld);
  peopleGuarantees(makeWorld);
  sweepGuarantees(makeWorld);
  recoveryGuarantees(makeWorld);
  readGuarantees(makeWorld);
  troubleGuarantees(makeWorld);
  stoppedGuarantees(makeWorld);
  purgeGuarantees(makeWorld);
  weekGuarantees(makeWorld);
  protectionGuarantees(makeWorld);
}
