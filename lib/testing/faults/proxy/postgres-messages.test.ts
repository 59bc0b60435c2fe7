import { expect, it } from "vitest";
import { clientMessages, endsReply, writes } from "./postgres-messages";

const text = (value: string) => Buffer.concat([Buffer.from(value), Buffer.from([0])]);
function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(type.length + 4);
  head.write(type);
  head.writeUInt32BE(body.length + 4, type.length);
  return Buffer.concat([head, body]);
}

const run = "0199c1aa-0000-7000-8000-000000000001";
const startup = message("", Buffer.from("anything"));
const parse = message("P", text("s1"), text("select progress.record(run) from unnest($1)"), Buffer.alloc(2));
const bind = message("B", text(""), text("s1"), Buffer.from(`{${run}} {"{\\"checkpoints\\":[]}"}`));

it("a statement is known by the name it was prepared under, with the ids it carries", () => {
  const read = clientMessages();
  const found = [startup, parse, bind].flatMap((bytes) => read(bytes)).map(({ runs }) => runs);
  expect(found).toMatchObject([null, null, { verb: "progress.record", ids: [run] }]);
  expect(writes(found[2]!, "checkpoints")).toBe(true);
  expect(writes(found[2]!, "finished")).toBe(false);
});

it.each([
  ["insert into ops.command (id) values ($1)", "ops.accept"],
  ["update ops.command set state = $1", "ops.finish"],
  ["select progress.resume($1)", "progress.resume"],
])("%s is known as %s", (query, verb) => {
  const read = clientMessages();
  const prepared = message("P", text("s1"), text(query), Buffer.alloc(2));
  const found = [startup, prepared, bind].flatMap((bytes) => read(bytes)).map(({ runs }) => runs);
  expect(found[2]).toMatchObject({ verb });
});

it("messages are whole, wherever the chunks were cut", () => {
  const all = Buffer.concat([startup, parse, bind]);
  const read = clientMessages();
  const messages = [...all].flatMap((byte) => read(Buffer.from([byte])));
  expect(Buffer.concat(messages.map(({ bytes }) => bytes))).toEqual(all);
  expect(messages.filter(({ runs }) => runs !== null)).toHaveLength(1);
});

it("a reply has ended when the server is ready for the next statement, outside of a transaction", () => {
  expect(endsReply(message("Z", Buffer.from("I")))).toBe(true);
  expect(endsReply(message("Z", Buffer.from("T")))).toBe(false);
  expect(endsReply(message("C", text("SELECT 1")))).toBe(false);
});
