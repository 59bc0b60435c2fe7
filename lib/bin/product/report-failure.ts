/** How a command says that it cannot go on: code, what is wrong, what to do. Anything else is a bug and shows its stack. */

import { SetupError } from "@/lib/env";

export function reportFailure(error: unknown): void {
  if (error instanceof SetupError) {
    console.error(`\n${error.code}: ${error.message}\n  Next: ${error.nextStep}`);
  } else {
    console.error("\nunexpected:", error);
  }
}
