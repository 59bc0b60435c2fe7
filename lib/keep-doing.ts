/** Work that the web process does again and again beside its requests, for as long as it goes on. */

import { log } from "@/lib/log";

type Chore = {
  /** Counted from the end of one round to the beginning of the next. */
  everyMs: number;
  /** Until the first round; without it, as long as between two. */
  firstMs?: number;
  work(): Promise<unknown>;
  /** What the log says when a round fails; the next one is tried all the same. */
  failed: string;
};

export function keepDoing(goesOn: () => boolean, { everyMs, firstMs = everyMs, work, failed }: Chore): void {
  const again = async () => {
    if (!goesOn()) return;
    await work().catch((error: unknown) => log.warn({ err: error }, failed));
    setTimeout(again, everyMs).unref();
  };
  setTimeout(again, firstMs).unref();
}
