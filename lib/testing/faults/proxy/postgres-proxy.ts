/** The way to Postgres, which may go wrong at a chosen statement: before it arrives, or between its commit and its reply. */

import { clientMessages, endsReply, type Statement } from "./postgres-messages";
import { type Link, startTcpProxy, type TcpProxy } from "./tcp-proxy";

/** cut_after and hold act on the reply, once the statement has committed. */
export type Treatment = "pass" | "cut_before" | "cut_after" | "hold";

export type PostgresProxy = TcpProxy & {
  url: string;
  /** Asked for each statement of ours. */
  treat(how: (statement: Statement) => Treatment): void;
  /** Statements whose committed reply is held. */
  held(): Statement[];
  /** Delivers the held replies, or ends their connections. */
  letGo(how: "deliver" | "cut"): void;
};

type Held = { statement: Statement; deliver: () => void; cut: () => void };

export async function startPostgresProxy(databaseUrl: () => string): Promise<PostgresProxy> {
  let treatmentOf: (statement: Statement) => Treatment = () => "pass";
  let held: Held[] = [];
  const target = () => {
    const { hostname, port } = new URL(databaseUrl());
    return { host: hostname, port: Number(port) };
  };

  const watch = (link: Link) => {
    const messages = clientMessages();
    let losing: { treatment: "cut_after" | "hold"; statement: Statement } | null = null;
    let kept: Buffer[] = [];
    let holding: Held | null = null;
    const deliver = () => {
      link.toClient(Buffer.concat(kept));
      kept = [];
      holding = null;
    };
    return {
      onRequest(chunk: Buffer) {
        for (const { bytes, runs } of messages(chunk)) {
          const treatment = runs === null ? "pass" : treatmentOf(runs);
          if (treatment === "cut_before") return link.cut();
          if (runs !== null && treatment !== "pass") losing = { treatment, statement: runs };
          link.toServer(bytes);
        }
      },
      onReply(chunk: Buffer) {
        // A reply that is held holds those behind it: a client takes them in the order in which it asked.
        if (losing === null && holding === null) return link.toClient(chunk);
        kept.push(chunk);
        if (losing === null || !endsReply(chunk)) return;
        const { treatment, statement } = losing;
        losing = null;
        if (treatment === "cut_after") return link.cut();
        holding = { statement, deliver, cut: link.cut };
        held.push(holding);
      },
    };
  };

  const proxy = await startTcpProxy(target, watch);
  return {
    ...proxy,
    get url() {
      const url = new URL(databaseUrl());
      url.host = `127.0.0.1:${proxy.port}`;
      return url.href;
    },
    treat(how) {
      treatmentOf = how;
    },
    held: () => held.map(({ statement }) => statement),
    letGo(how) {
      const going = held;
      held = [];
      for (const one of going) one[how]();
    },
  };
}
