/**
 * A way to Postgres that can be cut around a statement: before it arrives, or after, so that what was asked is done and
 * the connection ends before the answer. Or the whole other end is lost: the connection stays open, and nothing comes or
 * goes on it any more.
 */

import type { AddressInfo } from "node:net";
import { createServer, type Socket, connect as toServer } from "node:net";

export type LossyProxy = {
  url: string;
  /** The next thing the server says on any connection is lost, or the one after so many, together with that connection. */
  loseNextReply(after?: number): void;
  /** The next thing that is said to the server is lost, or the one after so many, together with that connection. */
  cutNextRequest(after?: number): void;
  /** Nothing more is lost. */
  heal(): void;
  /** The next statement with these letters in it is swallowed, and so is all that follows on its connection. */
  vanishAt(letters: string): void;
  /** All present connections at once; new ones work. */
  vanish(): void;
  /** Ends those that vanished, as TCP does at last. */
  endVanished(): void;
  close(): Promise<void>;
};

export async function startLossyProxy(databaseUrl: string): Promise<LossyProxy> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  const silent = new Set<Socket>();
  let lose: { kind: "request" | "reply"; after: number } | null = null;
  let vanishesAt: string | null = null;
  const server = createServer((client) => {
    const upstream = toServer(Number(target.port || 5432), target.hostname);
    open.add(client).add(upstream);
    for (const [from, to, kind] of [
      [client, upstream, "request"],
      [upstream, client, "reply"],
    ] as const) {
      from.on("data", (data) => {
        if (kind === "request" && vanishesAt !== null && data.includes(vanishesAt)) {
          vanishesAt = null;
          silent.add(client);
        }
        if (silent.has(client)) return;
        if (lose?.kind !== kind || lose.after-- > 0) return to.write(data);
        lose = null;
        client.destroy();
        upstream.destroy();
      });
    }
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        open.delete(socket);
        silent.delete(client);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  // A server that listens on TCP has such an address.
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    loseNextReply(after = 0) {
      lose = { kind: "reply", after };
    },
    cutNextRequest(after = 0) {
      lose = { kind: "request", after };
    },
    heal() {
      lose = null;
    },
    vanishAt(letters) {
      vanishesAt = letters;
    },
    vanish() {
      for (const socket of open) silent.add(socket);
    },
    endVanished() {
      for (const socket of silent) socket.destroy();
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
