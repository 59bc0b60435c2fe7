/** Sends one message: one signed request, no redirect followed, a time limit, and nothing read but the answer's code. */

import { paths } from "@/lib/client/paths";
import type { SendMessage } from "@/lib/engine/deliver-messages";
import { type Message, messageRetryFirstMs } from "@/lib/engine/message-store";
import { post } from "./post";
import { AddressRefused } from "./reach";
import { sign } from "./signature";

export type Webhook = { url: string; key: Buffer; mayBePrivate: boolean };

/** Well below the first retry, so that two tries of one message never overlap. */
const timeoutMs = messageRetryFirstMs / 3;

export function sender(webhook: Webhook, publicUrl: string, now: () => number = Date.now): SendMessage {
  return async (message) => {
    const body = bodyOf(message, publicUrl);
    const { id, timestamp, signature } = sign(webhook.key, { id: message.id, at: now(), body });
    try {
      const code = await post({
        url: webhook.url,
        headers: {
          "content-type": "application/json",
          "user-agent": "reprise",
          "webhook-id": id,
          "webhook-timestamp": timestamp,
          "webhook-signature": signature,
        },
        body,
        timeoutMs,
        mayBePrivate: webhook.mayBePrivate,
      });
      if (code >= 200 && code < 300) return { delivered: true };
      const redirects = code >= 300 && code < 400;
      return { delivered: false, error: `It answered ${code}${redirects ? ": redirects are not followed" : ""}.` };
    } catch (error) {
      return { delivered: false, error: sentence(error) };
    }
  };
}

/** Ids, names, state and a link; equal in all tries, so that a receiver may compare. */
export function bodyOf({ event, at, ...message }: Message, publicUrl: string): string {
  const { objectKind, objectId, name, state } = message;
  return JSON.stringify({
    type: event,
    timestamp: new Date(at).toISOString(),
    data: { [`${objectKind}Id`]: objectId, name, state, link: `${publicUrl}${pathOf(objectKind, objectId, name)}` },
  });
}

function pathOf(kind: Message["objectKind"], id: string, name: string): string {
  switch (kind) {
    case "run":
      return paths.run(id);
    case "action":
      return paths.action(id);
    case "validation":
      return paths.approval(id);
    case "review":
      // Its name is its week.
      return paths.review(name);
  }
}

function sentence(error: unknown): string {
  if (error instanceof DOMException && error.name === "TimeoutError") {
    return `It did not answer within ${timeoutMs / 1000} s.`;
  }
  if (error instanceof AddressRefused) {
    return "It is in a private network: name its host in WEBHOOK_PRIVATE_HOSTS if messages may go there.";
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : null;
  return code === "ECONNREFUSED" ? "Nothing listens there." : `It could not be reached${code ? ` (${code})` : ""}.`;
}
