/** Where messages may go: over TLS, or to this machine, or to a host that the settings name. */

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Why this address is refused, as the end of a sentence; null when messages may go there. */
export function whyNotThere(address: string, plainHosts: readonly string[]): string | null {
  if (!URL.canParse(address)) return "is not an address";
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") return "carries a password, which would stand in logs";
  if (url.protocol === "https:") return null;
  if (url.protocol !== "http:") return "is neither https nor http";
  return loopback.test(url.hostname) || plainHosts.includes(url.host) || plainHosts.includes(url.hostname)
    ? null
    : "would send unencrypted to another machine";
}
