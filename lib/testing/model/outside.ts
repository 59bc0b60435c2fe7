/** The destinations of the model, and what really happened there. Nobody but the model's checks and people see it at once. */

import type { Destination } from "@/lib/ledger/destination";
import { aCrm, aDestination, anId } from "../factories";
import { aGateway } from "../ledger-world";

export class Outside {
  /** One of each kind: found by marker, merging repeats of a key, and neither. No other world has them. */
  readonly destinations: readonly Destination[] = [
    aCrm({ name: `crm ${anId()}` }),
    aGateway({ name: `card ${anId()}`, probe: null }),
    aDestination({ name: `mail ${anId()}`, title: "the mail server" }),
  ];
  private readonly executed = new Map<string, number[]>();

  constructor(private readonly now: () => number) {}

  /** Executes a request, unless the destination knows its key. */
  receive(destination: Destination, providerKey: string): void {
    const before = this.executed.get(providerKey) ?? [];
    if (before.length > 0 && destination.deduplicates !== null) return;
    this.executed.set(providerKey, [...before, this.now()]);
  }

  effects(providerKey: string): number {
    return this.executed.get(providerKey)?.length ?? 0;
  }

  /** What its search finds: as late as its declaration allows. */
  found({ probe }: Destination, providerKey: string): number {
    const visible = (at: number) => this.now() >= at + (probe?.horizonMs ?? 0);
    return this.executed.get(providerKey)?.filter(visible).length ?? 0;
  }
}
