/** One POST to one address: no redirect followed, a time limit over all of it, and nothing read but the answer's code. */

import type { lookup } from "node:dns";
import { type IncomingMessage, request as plain } from "node:http";
import { request as overTls } from "node:https";
import { isIP } from "node:net";
import { AddressRefused, isPublicAddress, publicOnly } from "./reach";

export type Post = {
  url: string;
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  /** The settings name this host: it may be of a private network. */
  mayBePrivate: boolean;
  resolve?: typeof lookup;
};

/** @returns the answer's code; @throws what the connection failed with, `AddressRefused` or a `TimeoutError` */
export function post({ url, headers, body, timeoutMs, mayBePrivate, resolve }: Post): Promise<number> {
  const { protocol, hostname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  // A connection to an address asks for no name, and so never reaches the guard below.
  if (!mayBePrivate && isIP(host) !== 0 && !isPublicAddress(host)) return Promise.reject(new AddressRefused(host));
  const signal = AbortSignal.timeout(timeoutMs);
  return new Promise((done, fail) => {
    const options = {
      method: "POST",
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      signal,
      ...(!mayBePrivate && { lookup: publicOnly(resolve) }),
      // A kept connection would have been judged for an earlier message.
      agent: false,
    } as const;
    const answered = (answer: IncomingMessage) => {
      // Its code has arrived and is all that counts.
      answer.on("error", () => {}).destroy();
      done(answer.statusCode ?? 0);
    };
    (protocol === "https:" ? overTls : plain)(url, options, answered)
      .on("error", (error) => fail(signal.aborted ? signal.reason : error))
      .end(body);
  });
}
