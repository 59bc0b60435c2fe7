import { SettingsView } from "@/lib/api/contract/settings";
import { route } from "@/lib/api/route";
import { readEnv } from "@/lib/env";

/** What one look at the deliveries needs. */
const messagesMax = 50;

export const GET = route({
  answer: SettingsView,
  handle: async ({ engine }) => {
    const { webhook } = readEnv();
    const [now, counts, messages] = await Promise.all([
      engine.progress.now(),
      engine.messages.count(),
      engine.messages.list({ limit: messagesMax }),
    ]);
    return { now, webhook: { origin: webhook && new URL(webhook.url).origin, counts, messages } };
  },
});
