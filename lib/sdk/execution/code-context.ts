/** Knows, at any point of the user's code, in the body of which step it runs. */

import { AsyncLocalStorage } from "node:async_hooks";

const bodies = new AsyncLocalStorage<string | null>();

/** The name of the step whose body this code belongs to. */
export const innermost = (): string | null => bodies.getStore() ?? null;

export const inBody = <T>(step: string, body: () => T): T => bodies.run(step, body);

/** Runs a workflow's own code, which may have been started from inside some body. */
export const outsideBodies = <T>(code: () => T): T => bodies.run(null, code);
