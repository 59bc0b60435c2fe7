/** Sends one message: one signed request, no redirect followed, a time limit, and nothing read but the answer's code. */

import { paths } from "@/lib/client/paths";
import type { SendMessage } from "@/lib/engine/deliver-messages";
import { type Message, messageRetryFirstMs } from "@/lib/engine/message-store";
import { sign } from "./signature";

export type Webhook = { url: string; key: Buffer };

/** Well below the first retry, so that two tries of one message never overlap. */
const timeoutMs = messageRetryFirstMs / 3;

export function sender(webhook: Webhook, publicUrl: string, now: () => number = Date.now): SendMessage {
  return async (message) => {
    const body = bodyOf(message, publicUrl);
    const { id, timestamp, signature } = sign(webhook.key, { id: message.id, at: now(), body });
    try {
      const response = await fetch(webhook.url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "user-agent": "reprise",
          "webhook-id": id,
          "webhook-timestamp": timestamp,
          "webhook-signature": signature,
        },
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      if (response.ok) return { delivered: true };
      const redirects = response.status >= 300 && response.status < 400;
      return {
        delivered: false,
        error: `It answered ${response.status}${redirects ? ": redirects are not followed" : ""}.`,
      };
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
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : null;
  return code === "ECONNREFUSED" ? "Nothing listens there." : `It could not be reached${code ? ` (${code})` : ""}.`;
}
