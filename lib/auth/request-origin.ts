/**
 * Where a request comes from. A form on another site must not sign anybody in or out, and a name that a stranger points at
 * 127.0.0.1 is not this machine, so names are compared and not only addresses.
 */

const loopbackNames = new Set(["localhost", "127.0.0.1", "[::1]"]);
const loopbackAddresses = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);

/** The public address, and the loopback name the request itself was sent to, whatever its port. */
export function trustedOrigins(headers: Headers, publicUrl: string): string[] {
  const host = headers.get("host");
  return [new URL(publicUrl).origin, ...(host !== null && isLoopbackHost(host) ? [`http://${host}`] : [])];
}

/** For requests that change something: browsers name the page such a request was made by. */
export function isFromOwnPage(headers: Headers, publicUrl: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return false;
  const origin = headers.get("origin");
  return origin !== null && trustedOrigins(headers, publicUrl).includes(origin);
}

/** Sent on this machine to this machine: a proxy that lets others in is told by what it says of them. */
export function isLoopbackRequest(headers: Headers): boolean {
  const hosts = [headers.get("host") ?? "", ...listed(headers, "x-forwarded-host")];
  return (
    hosts.every(isLoopbackHost) &&
    listed(headers, "x-forwarded-for").every((address) => loopbackAddresses.has(address)) &&
    !headers.has("forwarded")
  );
}

function isLoopbackHost(host: string): boolean {
  return loopbackNames.has(host.toLowerCase().replace(/:\d+$/, ""));
}

function listed(headers: Headers, name: string): string[] {
  return (headers.get(name) ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
}
