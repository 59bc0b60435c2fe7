/** What stands before several web processes: asks each whether it is ready, and sends requests to those that are, in turn. */

import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export type Balancer = {
  url: string;
  /** Ports to which requests are sent now. */
  ready(): number[];
  close(): Promise<void>;
};

/** As balancers have it by default, or more often. */
const askEveryMs = 500;

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  let ready: number[] = [];
  let turn = 0;
  const agent = new Agent({ keepAlive: true });
  const ask = async () => {
    const answers = await Promise.all(ports.map(isReady));
    ready = ports.filter((_, i) => answers[i]);
  };
  await ask();
  const asking = setInterval(() => void ask(), askEveryMs);
  const server = createServer((incoming, outgoing) => {
    const port = ready[turn++ % ready.length];
    if (port === undefined) return outgoing.writeHead(502).end("No process is ready.");
    const { method, url, headers } = incoming;
    const passed = request({ agent, host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", (error) => {
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end(String(error));
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    // A server that listens on TCP has such an address.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: () => ready,
    async close() {
      clearInterval(asking);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/ready`, { signal: AbortSignal.timeout(2_000) }).catch(
    () => null,
  );
  return answer?.ok ?? false;
}
