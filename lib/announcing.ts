/** Keeps the webhook told, beside the sweeps and never inside them: a slow receiver delays nothing but messages. */

import { announce, nothingLooked } from "@/lib/engine/announce";
import { deliverMessages } from "@/lib/engine/deliver-messages";
import type { Engine } from "@/lib/engine/engine";
import { readEnv } from "@/lib/env";
import { log } from "@/lib/log";
import { sender } from "@/lib/webhook/send";

/** Soon enough for whoever is on call, and rare enough to cost nothing. */
const everyMs = 5_000;

/** Any number of processes may do it at once; without a webhook in the settings, none does. */
export function keepAnnouncing(engine: Engine, goesOn: () => boolean): void {
  const { webhook, publicUrl } = readEnv();
  if (webhook === null) return;
  const send = sender(webhook, publicUrl);
  const looked = nothingLooked();
  const failed = (error: unknown) => log.warn({ err: error }, "the webhook's messages will be tried again");
  const again = async () => {
    if (!goesOn()) return;
    await announce(engine, looked).catch(failed);
    await deliverMessages(engine, send).catch(failed);
    setTimeout(again, everyMs).unref();
  };
  setTimeout(again, everyMs).unref();
}
