/** What every keeper of the ledger guarantees, whichever database stands behind it. */

import { attemptGuarantees } from "./ledger-store-attempts";
import { destinationGuarantees } from "./ledger-store-destinations";
import { nearMissGuarantees } from "./ledger-store-near-misses";
import { probeGuarantees } from "./ledger-store-probes";
import { proposalGuarantees } from "./ledger-store-proposals";
import { ledgerProtectionGuarantees } from "./ledger-store-protection";
import { ledgerPurgeGuarantees } from "./ledger-store-purge";
import { readGuarantees } from "./ledger-store-reads";
import { reportGuarantees } from "./ledger-store-reports";
import { settlingGuarantees } from "./ledger-store-settling";
import { troubleGuarantees } from "./ledger-store-troubles";
import { weekGuarantees } from "./ledger-store-week";
import type { LedgerWorld } from "./ledger-world";

/** `makeWorld` gives an empty ledger whose clock stands at `monday`. */
export function ledgerStoreConformance(makeWorld: () => Promise<LedgerWorld>): void {
  attemptGuarantees(makeWorld);
  reportGuarantees(makeWorld);
  settlingGuarantees(makeWorld);
  nearMissGuarantees(makeWorld);
  probeGuarantees(makeWorld);
  readGuarantees(makeWorld);
  troubleGuarantees(makeWorld);
  destinationGuarantees(makeWorld);
  proposalGuarantees(makeWorld);
  ledgerPurgeGuarantees(makeWorld);
  weekGuarantees(makeWorld);
  ledgerProtectionGuarantees(makeWorld);
}
