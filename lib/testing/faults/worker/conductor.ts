/** Tells worker processes what to do, and holds runs at the chosen boundary until the fault has struck. */

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Assignment, assignmentPath, type HoldAsk, holdPath } from "./assignment";

export type Conductor = {
  url: string;
  /** Answers the process of this pid, now or when it asks. */
  assign(pid: number, assignment: Assignment): void;
  /** Runs of the worker that are held now. */
  heldBy(workerId: string): string[];
  /** Lets all go that are held or will be. */
  release(workerId: string): void;
  close(): Promise<void>;
};

export async function startConductor(): Promise<Conductor> {
  const waiting = new Map<number, ServerResponse>();
  const assignments = new Map<number, Assignment>();
  const held = new Map<string, { runId: string; response: ServerResponse }[]>();
  const released = new Set<string>();

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://conductor");
    if (url.pathname === assignmentPath) {
      const pid = Number(url.searchParams.get("pid"));
      waiting.set(pid, response);
      answer(pid);
      return;
    }
    if (url.pathname !== holdPath) return void response.writeHead(404).end();
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      const { workerId, runId } = JSON.parse(body) as HoldAsk;
      if (released.has(workerId)) return void response.end();
      held.set(workerId, [...(held.get(workerId) ?? []), { runId, response }]);
    });
  });
  // A run may be held for as long as a scenario lasts.
  server.requestTimeout = 0;

  function answer(pid: number): void {
    const response = waiting.get(pid);
    const assignment = assignments.get(pid);
    if (response === undefined || assignment === undefined) return;
    response.end(JSON.stringify(assignment));
    waiting.delete(pid);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    // A server that listens on TCP has such an address.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    assign(pid, assignment) {
      assignments.set(pid, assignment);
      answer(pid);
    },
    heldBy: (workerId) => (held.get(workerId) ?? []).map(({ runId }) => runId),
    release(workerId) {
      released.add(workerId);
      for (const { response } of held.get(workerId) ?? []) response.end();
      held.delete(workerId);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
