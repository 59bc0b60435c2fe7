/**
 * A way to Postgres that can lose a reply: what was asked arrives and is done, and the connection ends before the answer.
 * Or the whole other end: the connection stays open, and nothing comes or goes on it any more.
 */

import type { AddressInfo } from "node:net";
import { createServer, type Socket, connect as toServer } from "node:net";

export type LossyProxy = {
  url: string;
  /** The next thing the server says on any connection is lost, together with that connection. */
  loseNextReply(): void;
  /** The next statement with these letters in it is swallowed, and so is all that follows on its connection. */
  vanishAt(letters: string): void;
  /** All present connections at once; new ones work. */
  vanish(): void;
  close(): Promise<void>;
};

export async function startLossyProxy(databaseUrl: string): Promise<LossyProxy> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  const silent = new Set<Socket>();
  let lose = false;
  let vanishesAt: string | null = null;
  const server = createServer((client) => {
    const upstream = toServer(Number(target.port || 5432), target.hostname);
    open.add(client).add(upstream);
    client.on("data", (data) => {
      if (vanishesAt !== null && data.includes(vanishesAt)) {
        vanishesAt = null;
        silent.add(client);
      }
      if (!silent.has(client)) upstream.write(data);
    });
    upstream.on("data", (data) => {
      if (silent.has(client)) return;
      if (!lose) return client.write(data);
      lose = false;
      client.destroy();
      upstream.destroy();
    });
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
    loseNextReply() {
      lose = true;
    },
    vanishAt(letters) {
      vanishesAt = letters;
    },
    vanish() {
      for (const socket of open) silent.add(socket);
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
