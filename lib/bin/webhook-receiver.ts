/** `npm run webhook-receiver`: prints what the webhook sends, once it is verified. It listens where WEBHOOK_URL says. */

import { readEnv, SetupError } from "@/lib/env";
import { receiver } from "@/lib/webhook/receiver";
import { reportFailure } from "./product/report-failure";

try {
  const { webhook } = readEnv();
  if (webhook === null) {
    throw new SetupError(
      "env_invalid",
      "WEBHOOK_URL and WEBHOOK_SECRET are not set.",
      "Set both as for the console, say WEBHOOK_URL=http://127.0.0.1:4020 and WEBHOOK_SECRET=whsec_ with 24 to 64 bytes in base64.",
    );
  }
  const { hostname, port } = new URL(webhook.url);
  const server = receiver(
    webhook.key,
    ({ id, body, again }) => console.log(`${again ? "again  " : "message"} ${id} ${body}`),
    (why) => console.log(`refused ${why}`),
  );
  server.on("error", fail);
  server.listen(Number(port || 80), hostname.replace(/^\[|\]$/g, ""), () => console.log(`Listening on ${webhook.url}`));
} catch (error) {
  fail(error);
}

function fail(error: unknown): never {
  reportFailure(error);
  process.exit(1);
}
