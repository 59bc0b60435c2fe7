/**
 * The campaign's outside world, in a process of its own: refunds (no deduplication, can be looked up), mails (neither),
 * charges (deduplicated on the key). It executes what arrives and keeps the log that is the campaign's oracle.
 */

import { openSync, writeSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { controlPath, heldPath, type Misbehaviour, releasePath, type WorldControl } from "./control";
import type { OracleLine } from "./oracle";

type Asked = Omit<OracleLine, "event" | "at">;
type Phase = "before" | "after";
type HeldRequest = { asked: Asked; phase: Phase; response: ServerResponse; reply: () => void };

let control: WorldControl = { logFile: "", misbehave: {}, hold: null, slowMs: 0 };
let log = 0;
const held: HeldRequest[] = [];
const refundsByMarker = new Map<string, number>();
const chargesByKey = new Map<string, string>();
let effects = 0;

const server = createServer((request, response) => {
  void handle(request, response).catch((error) => {
    response.writeHead(500).end(String(error));
  });
});

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://world");
  if (request.method === "GET" && url.pathname === heldPath) {
    return answer(response, 200, { held: held.map(({ asked }) => asked.intent) });
  }
  if (request.method === "GET") {
    return answer(response, 200, { count: refundsByMarker.get(url.searchParams.get("reference") ?? "") ?? 0 });
  }
  const body = await read(request);
  if (url.pathname === controlPath) {
    const next = JSON.parse(body) as WorldControl;
    if (next.logFile !== control.logFile) log = openSync(next.logFile, "a");
    control = next;
    return answer(response, 200, {});
  }
  if (url.pathname === releasePath) {
    release(url.searchParams.get("execute") !== "0");
    return answer(response, 200, {});
  }
  receive(url.pathname.slice(1), body, request, response);
}

function receive(path: string, body: string, request: IncomingMessage, response: ServerResponse): void {
  const { marker, payload } = JSON.parse(body) as Pick<OracleLine, "marker" | "payload">;
  const header = (name: string) => String(request.headers[name] ?? "");
  const key = header("idempotency-key") || null;
  const { intent } = payload;
  const asked = {
    path,
    intent,
    marker,
    key,
    attempt: Number(header("x-attempt")),
    worker: header("x-worker"),
    payload,
  };
  write("arrived", asked);
  const phase = takePhase(intent);
  switch (takeMisbehaviour(intent)) {
    case "refused":
      answer(response, 400, { error: "refused" });
      return;
    case "error_before":
      answer(response, 503, { error: "unavailable" });
      return;
    case "error_after":
      execute(asked);
      answer(response, 500, { error: "broken after executing" });
      return;
    case null:
      if (phase === null) replySlowly(asked, response);
      else hold(phase, asked, response);
  }
}

/** Once for each intention: what comes again is treated well. */
function takeMisbehaviour(intent: string): Misbehaviour | null {
  const found = control.misbehave[intent] ?? null;
  delete control.misbehave[intent];
  return found;
}

function takePhase(intent: string): Phase | null {
  const place = control.hold?.intents.indexOf(intent) ?? -1;
  if (place === -1 || control.hold === null) return null;
  control.hold.intents.splice(place, 1);
  return control.hold.phase;
}

function hold(phase: Phase, asked: Asked, response: ServerResponse): void {
  const executed = phase === "after" ? execute(asked) : null;
  const reply = () => {
    const { body, headers } = executed ?? execute(asked);
    answer(response, 201, body, headers);
  };
  held.push({ asked, phase, response, reply });
}

/** How long is decided by the intention, so that one seed decides it. */
function replySlowly(asked: Asked, response: ServerResponse): void {
  const halfMs =
    (([...asked.intent].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7) / 997) * control.slowMs) /
    2;
  setTimeout(() => {
    const { body, headers } = execute(asked);
    setTimeout(() => answer(response, 201, body, headers), halfMs);
  }, halfMs);
}

type Executed = { body: object; headers: Record<string, string> };

function execute(asked: Asked): Executed {
  const { path, key, marker } = asked;
  if (path === "charge" && key !== null) {
    const known = chargesByKey.get(key);
    if (known !== undefined) return { body: { id: known }, headers: { "idempotent-replayed": "true" } };
  }
  effects += 1;
  const id = `E-${effects}`;
  write("effect", asked);
  if (path === "charge" && key !== null) chargesByKey.set(key, id);
  if (path === "refund") refundsByMarker.set(marker, (refundsByMarker.get(marker) ?? 0) + 1);
  return { body: { id }, headers: {} };
}

function release(executeHeld: boolean): void {
  for (const { phase, reply: go, response } of held.splice(0)) {
    if (phase === "before" && !executeHeld) response.destroy();
    else go();
  }
}

function write(event: OracleLine["event"], asked: Asked): void {
  writeSync(log, `${JSON.stringify({ event, at: Date.now(), ...asked })}\n`);
}

function answer(response: ServerResponse, code: number, body: object, headers: Record<string, string> = {}): void {
  if (response.destroyed) return;
  response.writeHead(code, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

async function read(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += part;
  return text;
}

server.listen(0, "127.0.0.1", () => {
  // A server that listens on TCP has such an address.
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
