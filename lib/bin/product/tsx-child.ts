/** How our own TypeScript programs are started. */

import type { ChildSpec } from "./children";

export function tsxChild(
  name: string,
  program: string,
  { nodeArgs = [], ...rest }: Pick<ChildSpec, "env" | "graceMs" | "onLine"> & { nodeArgs?: string[] },
): ChildSpec {
  return { name, command: process.execPath, args: [...nodeArgs, "--import", "tsx", program], ...rest };
}
