/** How the campaign tells the outside world to misbehave, and what it answers. */

export type Misbehaviour = "refused" | "error_before" | "error_after";

export type WorldControl = {
  /** Where the log of the next requests goes. */
  logFile: string;
  /** By intent: what happens to its first request. */
  misbehave: Record<string, Misbehaviour>;
  /** Requests of these intents are held, once each, before or after they are executed. */
  /** Requests take up to so long, half of it before they are executed. */
  slowMs: number;
  hold: { phase: "before" | "after"; intents: string[] } | null;
};

export const controlPath = "/control";
/** Lets go what is held. `?execute=0` drops what was not executed yet. */
export const releasePath = "/control/release";
/** Answers with the intents that are held. */
export const heldPath = "/control/held";
