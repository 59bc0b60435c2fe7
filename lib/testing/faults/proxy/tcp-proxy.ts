/**
 * A way between a client and a server that can go wrong: both directions can be watched, cut, frozen (kept and
 * delivered later, in order) and swallowed with the sockets left open.
 */

import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type Link = {
  toServer(bytes: Buffer): void;
  toClient(bytes: Buffer): void;
  /** Ends both ends at once, without a word. */
  cut(): void;
};

/** Looks at each chunk and passes on what is to be passed, by the link. */
export type Watch = { onRequest(bytes: Buffer): void; onReply(bytes: Buffer): void };

export type TcpProxy = {
  port: number;
  freeze(): void;
  thaw(): void;
  /** From now on nothing arrives any more, in either direction, on connections old and new. */
  swallow(): void;
  /** Ends all connections; new ones work again. */
  cutAll(): void;
  close(): Promise<void>;
};

export async function startTcpProxy(
  target: () => { host: string; port: number },
  watch: (link: Link) => Watch,
): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let mode: "open" | "frozen" | "swallowing" = "open";
  let kept: (() => void)[] = [];
  const through = (deliver: () => void) => {
    if (mode === "open") deliver();
    else if (mode === "frozen") kept.push(deliver);
  };

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ ...target(), noDelay: true });
    sockets.add(client).add(upstream);
    const link: Link = {
      // Whoever watches may freeze the way at this very message.
      toServer: (bytes) => through(() => void upstream.write(bytes)),
      toClient: (bytes) => void client.write(bytes),
      cut() {
        client.destroy();
        upstream.destroy();
      },
    };
    const { onRequest, onReply } = watch(link);
    client.on("data", (bytes) => through(() => onRequest(bytes)));
    upstream.on("data", (bytes) => through(() => onReply(bytes)));
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on("error", () => {});
      socket.on("end", () => through(() => other.end()));
      socket.on("close", () => {
        sockets.delete(socket);
        if (mode !== "swallowing") through(() => other.destroy());
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    // A server that listens on TCP has such an address.
    port: (server.address() as AddressInfo).port,
    freeze() {
      mode = "frozen";
    },
    thaw() {
      mode = "open";
      for (const deliver of kept.splice(0)) deliver();
    },
    swallow() {
      mode = "swallowing";
      kept = [];
    },
    cutAll() {
      mode = "open";
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
