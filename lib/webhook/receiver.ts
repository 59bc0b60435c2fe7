/**
 * A receiver to try the webhook with, and to copy from: it verifies each message before it reads it, and tells one that
 * it has seen already by its id, since a message is delivered at least once.
 */

import { createServer, type IncomingMessage, type Server } from "node:http";
import { verify } from "./signature";

export type Received = { id: string; body: string; again: boolean };

const bodyMaxBytes = 64 * 1024;
const seenMax = 10_000;

export function receiver(
  key: Buffer,
  onMessage: (received: Received) => void,
  onRefused: (why: string) => void = () => {},
  now: () => number = Date.now,
): Server {
  const seen = new Set<string>();
  return createServer((request, response) => {
    void read(request).then((body) => {
      const header = (name: string) => request.headers[name]?.toString() ?? null;
      const id = header("webhook-id");
      const headers = { id, timestamp: header("webhook-timestamp"), signature: header("webhook-signature") };
      const verified =
        body === null ? { verified: false as const, why: "too_large" } : verify(key, headers, body, now());
      if (!verified.verified || id === null || body === null) {
        if (!verified.verified) onRefused(verified.why);
        response.writeHead(401).end();
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
