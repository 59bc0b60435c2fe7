/**
 * Just enough of Postgres's protocol to know which of our statements is on its way, which runs it names, and when its
 * reply is complete: what was committed by then is durable.
 */

export type Statement = { verb: string; ids: string[]; text: string };

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const verbOf =
  /\b(progress|ledger)\.(claim|record|renew|begin|open_attempt|report|declare|decide|resume|settle|propose_settlement)\(/;
/** Of an operator's command: the click is kept first, its answer last. */
const commandOf = /\b(insert into|update) ops\.command\b/;

/** One message of the client, in the bytes to pass on, and the statement if the message runs one. */
export type ClientMessage = { bytes: Buffer; runs: Statement | null };

/** Of a first message, as the server limits it. */
const startBytesMax = 10_000;

/** Takes chunks of what one client sends and gives back whole messages. */
export function clientMessages(): (chunk: Buffer) => ClientMessage[] {
  let rest: Buffer = Buffer.alloc(0);
  let started = false;
  const verbs = new Map<string, string>();

  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const messages: ClientMessage[] = [];
    for (;;) {
      // The first message has no type.
      const head = started ? 1 : 0;
      if (rest.length < head + 4) break;
      const told = head + rest.readUInt32BE(head);
      // What no server takes for a first message goes on as it is, to be refused.
      const length = started || told <= startBytesMax ? told : rest.length;
      if (rest.length < length) break;
      const bytes = rest.subarray(0, length);
      rest = rest.subarray(length);
      messages.push({ bytes, runs: started ? statementIn(bytes, verbs) : null });
      started = true;
    }
    return messages;
  };
}

/** A write to runs that holds such a part; inside an array its quotes come escaped. */
export const writes = ({ verb, text }: Statement, part: "checkpoints" | "validations" | "finished"): boolean =>
  verb === "progress.record" && (text.includes(`"${part}"`) || text.includes(`\\"${part}\\"`));

function statementIn(bytes: Buffer, verbs: Map<string, string>): Statement | null {
  const type = String.fromCharCode(bytes[0] ?? 0);
  if (type === "P") {
    const [name = "", query = ""] = strings(bytes.subarray(5), 2);
    const verb = verbIn(query);
    if (verb !== null) verbs.set(name, verb);
    else verbs.delete(name);
    return null;
  }
  if (type !== "B") return null;
  const [, name = ""] = strings(bytes.subarray(5), 2);
  const verb = verbs.get(name);
  if (verb === undefined) return null;
  const text = bytes.toString("latin1");
  return { verb, ids: text.match(uuid) ?? [], text };
}

function verbIn(query: string): string | null {
  const found = verbOf.exec(query);
  if (found) return `${found[1]}.${found[2]}`;
  const command = commandOf.exec(query);
  if (command === null) return null;
  return command[1] === "update" ? "ops.finish" : "ops.accept";
}

function strings(bytes: Buffer, count: number): string[] {
  const found: string[] = [];
  for (let at = 0; found.length < count; ) {
    const end = bytes.indexOf(0, at);
    if (end === -1) break;
    found.push(bytes.toString("utf8", at, end));
    at = end + 1;
  }
  return found;
}

/** "Ready for query", idle: the statement before it is committed. */
const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
export const endsReply = (chunk: Buffer): boolean =>
  chunk.length >= ready.length && chunk.subarray(-ready.length).equals(ready);
