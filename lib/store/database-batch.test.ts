import { expect, test } from "vitest";
import { inBatches } from "./database-batch";

/** A database that answers when it is told to, and keeps what it was sent. */
function database(answer: (call: string) => string = (call) => call.toUpperCase()) {
  const sent: string[][] = [];
  const replies: (() => void)[] = [];
  const call = inBatches<string, string>({
    async send(calls) {
      sent.push([...calls]);
      await new Promise<void>((resolve) => replies.push(resolve));
      return calls.map(answer);
    },
    locks: (key) => key,
    characters: (key) => key.length,
  });
  const reply = async () => {
    replies.shift()?.();
    await new Promise(setImmediate);
  };
  return { call, sent, reply };
}

test("a call that comes alone is sent at once; those that come meanwhile share the next statement", async () => {
  const { call, sent, reply } = database();
  const answers = ["a", "d", "c", "b"].map(call);
  expect(sent).toEqual([["a"]]);
  await reply();
  expect(sent).toEqual([["a"], ["b", "c", "d"]]);
  await reply();
  expect(await Promise.all(answers)).toEqual(["A", "D", "C", "B"]);
});

test("a call that the database refuses fails alone", async () => {
  const { call, sent, reply } = database((key) => {
    if (key === "bad") throw Object.assign(new Error("no"), { name: "PostgresError" });
    return key;
  });
  const answers = Promise.allSettled(["a", "good", "bad"].map(call));
  for (let i = 0; i < 4; i++) await reply();
  expect((await answers).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
  expect(sent.slice(2)).toEqual([["bad"], ["good"]]);
});

test("what is no answer of the database fails all calls of the statement, and nothing is sent again", async () => {
  const { call, sent, reply } = database((key) => {
    if (key === "a") return key;
    throw new Error("the connection is gone");
  });
  const answers = Promise.allSettled(["a", "b", "c"].map(call));
  for (let i = 0; i < 4; i++) await reply();
  expect((await answers).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(sent).toHaveLength(2);
});

test("large calls do not wait for each other in one huge statement", async () => {
  const { call, sent, reply } = database();
  const large = (letter: string) => letter.repeat(400 * 1024);
  const answers = ["a", large("b"), large("c"), "d"].map(call);
  for (let i = 0; i < 4; i++) await reply();
  await Promise.all(answers);
  expect(sent.map((calls) => calls.map((key) => key[0]))).toEqual([["a"], ["b"], ["c", "d"]]);
});

test("two calls that lock the same never share a statement", async () => {
  const { call, sent, reply } = database();
  const answers = ["a", "b", "b", "c"].map(call);
  for (let i = 0; i < 3; i++) await reply();
  await Promise.all(answers);
  expect(sent).toEqual([["a"], ["b"], ["b", "c"]]);
});
