/** The destination as a process of its own, so that its work is not the worker's. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Children } from "@/lib/bin/product/children";
import { tsxChild } from "@/lib/bin/product/tsx-child";

/** @returns its address */
export function startDestination(children: Children): Promise<string> {
  return new Promise((resolve) => {
    const onLine = (line: string) => line.startsWith("http://") && resolve(line);
    children.start(tsxChild("destination", fileURLToPath(import.meta.url), { env: process.env, graceMs: 500, onLine }));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  let served = 0;
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    request.resume();
    request.on("end", () => {
      served += 1;
      response.writeHead(201, { "content-type": "application/json" });
      response.end(`{"id":"N-${served}"}`);
    });
  });
  server.listen(0, "127.0.0.1", () => {
    // Bound to TCP, never a pipe.
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
}
