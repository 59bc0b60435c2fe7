/** `npm run webhook-receiver`: prints what the webhook sends, once it is verified. It listens where WEBHOOK_URL says. */

import { readEnv, SetupError } from "@/lib/env";
import { receiver, refusedText } from "@/lib/webhook/receiver";
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
    (why) => console.log(`refused ${why}: ${refusedText[why]}`),
  );
  server.on("error", (error) => fail(listenFailure(error, webhook.url)));
  server.listen(Number(port || 80), hostname.replace(/^\[|\]$/g, ""), () => console.log(`Listening on ${webhook.url}`));
} catch (error) {
  fail(error);
}

/** What a person can change, in words; anything else stays what it is. */
function listenFailure(error: NodeJS.ErrnoException, url: string): Error {
  const next = "Stop what listens there, or set another WEBHOOK_URL for the console, its workers and this.";
  switch (error.code) {
    case "EADDRINUSE":
      return new SetupError("port_in_use", `Something else listens on ${url} already.`, next);
    case "EACCES":
      return new SetupError("port_in_use", `This user may not listen on ${url}.`, "Use a port above 1023.");
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new SetupError(
        "env_invalid",
        `${url} is not an address of this machine.`,
        "Start it where WEBHOOK_URL points to.",
      );
    default:
      return error;
  }
}

function fail(error: unknown): never {
  reportFailure(error);
  process.exit(1);
}
