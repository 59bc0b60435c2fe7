/**
 * A receiver to try the webhook with, and to copy from: it verifies each message before it reads it, and tells one that
 * it has seen already by its id, since a message is delivered at least once.
 */

import { createServer, type IncomingMessage, type Server } from "node:http";
import { type VerifyRefusal, verify } from "./signature";

export type Received = { id: string; body: string; again: boolean };

export type Refused = VerifyRefusal | "too_large";

/** For whoever sets the two sides up; nothing in it helps a forger. */
export const refusedText: Record<Refused, string> = {
  headers_missing: "The headers webhook-id, webhook-timestamp and webhook-signature are needed.",
  time_unreadable: "webhook-timestamp is not a whole number of seconds since 1970.",
  too_old: "It was signed more than 5 minutes ago: it is played again, or one of the two clocks is wrong.",
  from_the_future: "It is dated more than 5 minutes ahead: one of the two clocks is wrong.",
  forged: "Its signature does not fit: it was made with another secret, or something was changed on the way.",
  too_large: "It is over 64 KiB, or broke off.",
};

const bodyMaxBytes = 64 * 1024;
const seenMax = 10_000;

export function receiver(
  key: Buffer,
  onMessage: (received: Received) => void,
  onRefused: (why: Refused) => void = () => {},
  now: () => number = Date.now,
): Server {
  const seen = new Set<string>();
  return createServer((request, response) => {
    void read(request).then((body) => {
      const header = (name: string) => request.headers[name]?.toString() ?? null;
      const id = header("webhook-id");
      const headers = { id, timestamp: header("webhook-timestamp"), signature: header("webhook-signature") };
      const verified =
        body === null ? { verified: false as const, why: "too_large" as const } : verify(key, headers, body, now());
      if (!verified.verified || id === null || body === null) {
        const why = verified.verified ? "headers_missing" : verified.why;
        onRefused(why);
        response
          .writeHead(why === "too_large" ? 413 : 401, { "content-type": "text/plain" })
          .end(`${refusedText[why]}\n`);
        return;
      }
      onMessage({ id, body, again: seen.has(id) });
      if (seen.size >= seenMax) seen.clear();
      seen.add(id);
      response.writeHead(204).end();
    });
  });
}

/** Null for what is too large, or broke off. */
async function read(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of request) {
      bytes += part.length;
      if (bytes <= bodyMaxBytes) parts.push(part);
    }
  } catch {
    // The sender went away; there is nobody left to answer.
    return null;
  }
  return bytes <= bodyMaxBytes ? Buffer.concat(parts).toString("utf8") : null;
}
