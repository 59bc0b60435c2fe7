/** Keeps the webhook told, beside the sweeps and never inside them: a slow receiver delays nothing but messages. */

import { announce, nothingLooked } from "@/lib/engine/announce";
import { deliverMessages } from "@/lib/engine/deliver-messages";
import { readEnv } from "@/lib/env";
import { keepDoing } from "@/lib/keep-doing";
import { reviewSource } from "@/lib/review/make-reviews";
import type { ReviewEngine } from "@/lib/review/review-engine";
import { sender } from "@/lib/webhook/send";
import { deploymentZone } from "@/lib/zone";

/** Soon enough for whoever is on call, and rare enough to cost nothing. */
const everyMs = 5_000;

/** Any number of processes may do it at once; without a webhook in the settings, none does. */
export function keepAnnouncing(engine: ReviewEngine, goesOn: () => boolean): void {
  const { webhook, publicUrl } = readEnv();
  if (webhook === null) return;
  const send = sender(webhook, publicUrl);
  const looked = nothingLooked();
  const reviews = reviewSource(engine, deploymentZone());
  // What was announced before goes out also where looking for more failed.
  const work = () => announce(engine, looked, undefined, [reviews]).finally(() => deliverMessages(engine, send));
  keepDoing(goesOn, { everyMs, work, failed: "the webhook's messages will be tried again" });
}
