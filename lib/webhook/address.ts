/** Where messages may go: over TLS, or to this machine, or to a host that the settings name. */

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether the settings let it lead into a private network: by its name, or because it is this machine. */
export function mayBePrivate(address: string, hosts: readonly string[]): boolean {
  const { host, hostname } = new URL(address);
  return loopback.test(hostname) || hosts.includes(host) || hosts.includes(hostname);
}

/** Why this address is refused, as the end of a sentence; null when messages may go there. */
export function whyNotThere(address: string, plainHosts: readonly string[]): string | null {
  if (!URL.canParse(address)) return "is not an address";
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") return "carries a password, which would stand in logs";
  if (url.protocol === "https:") return null;
  if (url.protocol !== "http:") return "is neither https nor http";
  return mayBePrivate(address, plainHosts) ? null : "would send unencrypted to another machine";
}
