/** One start, as its stages see it. */

import type { Env } from "@/lib/env";
import type { Children } from "./children";
import type { Stage } from "./stage";

export type ConsoleMode = "production" | "development";

export interface Launch {
  env: Env;
  mode: ConsoleMode;
  children: Children;
  stop: AbortController;
  stage: Stage;
  print: (line: string) => void;
  /** Tells other commands what is running. */
  publish: (running: { worldUrl: string | null }) => void;
}
