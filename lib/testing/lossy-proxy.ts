/** A way to Postgres that can lose a reply: what was asked arrives and is done, and the connection ends before the answer. */

import type { AddressInfo } from "node:net";
import { createServer, type Socket, connect as toServer } from "node:net";

export type LossyProxy = {
  url: string;
  /** The next thing the server says on any connection is lost, together with that connection. */
  loseNextReply(): void;
  close(): Promise<void>;
};

export async function startLossyProxy(databaseUrl: string): Promise<LossyProxy> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let lose = false;
  const server = createServer((client) => {
    const upstream = toServer(Number(target.port || 5432), target.hostname);
    open.add(client).add(upstream);
    client.on("data", (data) => upstream.write(data));
    upstream.on("data", (data) => {
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
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
