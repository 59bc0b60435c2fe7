/**
 * Which addresses the server may connect to. A name is resolved once, every address of it is judged, and the connection
 * goes to what was judged: a name that answers otherwise the next time (DNS rebinding) gains nothing.
 */

import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

type Range = readonly [address: string, prefix: number];

/** Of IANA's special-purpose registry: all that is not globally reachable, link-local with the clouds' metadata included. */
const notPublic4: readonly Range[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];
/** Within 2000::/3, outside of which nothing is public: what is for documents, and tunnels that wrap a v4 address. */
const notPublic6: readonly Range[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const shut = listed([...notPublic4.map((range) => [...range, "ipv4"] as const)]);
const shut6 = listed([...notPublic6.map((range) => [...range, "ipv6"] as const)]);
const global6 = listed([["2000::", 3, "ipv6"]]);

export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !shut.check(address, "ipv4");
    case 6:
      return global6.check(address, "ipv6") && !shut6.check(address, "ipv6");
  }
  return false;
}

export class AddressRefused extends Error {
  constructor(host: string) {
    super(`${host} is an address of a private network.`);
    this.name = "AddressRefused";
  }
}

/** For `node:http` and `node:https`: fails with `AddressRefused` when any address of the name is not public. */
export const publicOnly =
  (resolve: typeof lookup = lookup): LookupFunction =>
  (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      const first = found?.[0];
      if (error || first === undefined) return done(error ?? new Error(`${host} has no address.`), "", 0);
      if (!found.every(({ address }) => isPublicAddress(address))) return done(new AddressRefused(host), "", 0);
      if (options.all) return done(null, found);
      done(null, first.address, first.family);
    });
  };

function listed(ranges: readonly (readonly [...Range, "ipv4" | "ipv6"])[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix, family] of ranges) list.addSubnet(address, prefix, family);
  return list;
}
