import { SettingsView } from "@/lib/api/contract/settings";
import { route } from "@/lib/api/route";
import { readEnv } from "@/lib/env";

/** What one look at the deliveries needs. */
const messagesMax = 50;
const dayMs = 24 * 60 * 60 * 1000;

export const GET = route({
  answer: SettingsView,
  handle: async ({ engine }) => {
    const { webhook, retention } = readEnv();
    const [now, counts, messages] = await Promise.all([
      engine.progress.now(),
      engine.messages.count(),
      engine.messages.list({ limit: messagesMax }),
    ]);
    const days = { payloadDays: retention.payloadMs / dayMs, recordDays: retention.recordMs / dayMs };
    return { now, retention: days, webhook: { origin: webhook && new URL(webhook.url).origin, counts, messages } };
  },
});
