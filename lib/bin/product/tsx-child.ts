/** How our own TypeScript programs are started. */

import type { ChildSpec } from "./children";

export function tsxChild(
  name: string,
  program: string,
  rest: Pick<ChildSpec, "env" | "graceMs" | "onLine">,
): ChildSpec {
  return { name, command: process.execPath, args: ["--import", "tsx", program], ...rest };
}
