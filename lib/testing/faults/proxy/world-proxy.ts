/** The way to the outside world, which may go wrong for the first request of a chosen intention. */

import { type Link, startTcpProxy, type TcpProxy } from "./tcp-proxy";

export type WorldTreatment =
  | "request_lost"
  | "reply_lost"
  | "reply_late"
  | "reply_twice"
  | "reply_never"
  | "reply_reordered";

export type WorldProxy = TcpProxy & {
  url: string;
  /** By intention; each is treated once. */
  treat(how: ReadonlyMap<string, WorldTreatment>): void;
  /** Intentions that were treated. */
  treated(): string[];
  /** Delivers half of the replies that were kept for it, the latest first. */
  deliverHalfReversed(): void;
};

const intentIn = /"intent":"([^"]+)"/;

export async function startWorldProxy(worldUrl: string, lateMs: number): Promise<WorldProxy> {
  let treatments = new Map<string, WorldTreatment>();
  const treated: string[] = [];
  const kept: (() => void)[] = [];
  const { hostname: host, port } = new URL(worldUrl);

  const watch = (link: Link) => {
    let treatment: WorldTreatment | null = null;
    let head: Buffer | null = null;
    return {
      onRequest(chunk: Buffer) {
        // The head goes on with the body: a request that is lost must not arrive in part.
        const bytes: Buffer = head === null ? chunk : Buffer.concat([head, chunk]);
        head = null;
        if (bytes.subarray(0, 4).toString() === "POST" && bytes.indexOf("\r\n\r\n") === bytes.length - 4) {
          head = bytes;
          return;
        }
        const intent = intentIn.exec(bytes.toString())?.[1];
        treatment = (intent !== undefined && treatments.get(intent)) || null;
        if (intent !== undefined && treatment !== null) {
          treatments.delete(intent);
          treated.push(intent);
        }
        if (treatment === "request_lost") return link.cut();
        link.toServer(bytes);
      },
      onReply(chunk: Buffer) {
        switch (treatment) {
          case "reply_lost":
            return link.cut();
          case "reply_never":
            return;
          case "reply_twice":
            link.toClient(chunk);
            return link.toClient(chunk);
          case "reply_reordered":
            kept.push(() => link.toClient(chunk));
            return;
          case "reply_late":
            setTimeout(() => link.toClient(chunk), lateMs);
            return;
          case "request_lost":
          case null:
            return link.toClient(chunk);
        }
      },
    };
  };

  const proxy = await startTcpProxy(() => ({ host, port: Number(port) }), watch);
  return {
    ...proxy,
    url: `http://127.0.0.1:${proxy.port}`,
    treat(how) {
      treatments = new Map(how);
    },
    treated: () => [...treated],
    deliverHalfReversed() {
      const now = kept.splice(Math.floor(kept.length / 2)).reverse();
      for (const deliver of now) deliver();
    },
  };
}
