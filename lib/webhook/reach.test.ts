import type { LookupAddress, lookup } from "node:dns";
import { expect, test } from "vitest";
import { AddressRefused, isPublicAddress, publicOnly } from "./reach";

test.each([
  ["8.8.8.8", true],
  ["172.32.0.1", true],
  ["2606:4700:4700::1111", true],
  ["0.0.0.0", false],
  ["10.1.2.3", false],
  ["100.64.0.1", false],
  ["127.0.0.1", false],
  ["169.254.169.254", false],
  ["172.31.255.255", false],
  ["192.168.1.1", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["::", false],
  ["::1", false],
  ["::ffff:127.0.0.1", false],
  ["::ffff:8.8.8.8", false],
  ["64:ff9b::a9fe:a9fe", false],
  ["2001:db8::1", false],
  ["2002:7f00:1::", false],
  ["fc00::1", false],
  ["fd00:ec2::254", false],
  ["fe80::1", false],
  ["ff02::1", false],
  ["localhost", false],
])("%s is public: %s", (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

function ask(found: LookupAddress[], all: boolean) {
  // The one form of it that the guard uses.
  const resolve = ((_host: string, _options: object, done: (error: null, found: LookupAddress[]) => void) =>
    done(null, found)) as unknown as typeof lookup;
  return new Promise((done) =>
    publicOnly(resolve)("hook.example", { all }, (error, address) => done(error ?? address)),
  );
}

test("a name is refused when one of its addresses is private, and otherwise leads to what was judged", async () => {
  const [open, shut] = [
    { address: "8.8.8.8", family: 4 },
    { address: "10.0.0.1", family: 4 },
  ];
  expect(await ask([open, shut], true)).toBeInstanceOf(AddressRefused);
  expect(await ask([shut], false)).toBeInstanceOf(AddressRefused);
  expect(await ask([open], true)).toEqual([open]);
  expect(await ask([open], false)).toBe("8.8.8.8");
});
