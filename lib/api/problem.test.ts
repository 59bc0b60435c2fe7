import { describe, expect, it } from "vitest";
import { Problem } from "./contract/basics";
import { problemOf, Refusal } from "./problem";

const coded = (code: string, message = "secret words of the database") => Object.assign(new Error(message), { code });
const wrapped = (code: string) => new Error("Failed query: select secret", { cause: coded(code) });

async function answerTo(error: unknown) {
  const reported: unknown[] = [];
  const response = problemOf(error, "request-1", (each) => reported.push(each));
  return { problem: Problem.parse(await response.json()), reported: reported.length };
}

describe("what went wrong is said in words, and never in those of the database", () => {
  it.each([
    [coded("53100"), "database_unwritable", /no room left: this could not be saved.*nothing is done twice/],
    [coded("25006"), "database_unwritable", /read-only at the moment: this could not be saved/],
    [coded("57014"), "database_busy", /busy/],
    [coded("53300"), "database_busy", /busy/],
    [coded("ECONNREFUSED"), "database_unreachable", /does not answer/],
    [coded("57P01"), "database_unreachable", /does not answer/],
    [wrapped("53100"), "database_unwritable", /no room left/],
    [wrapped("57014"), "database_busy", /busy/],
    [wrapped("CONNECTION_CLOSED"), "database_unreachable", /does not answer/],
    [coded("23505"), "internal", /request request-1/],
    [wrapped("23505"), "internal", /request request-1/],
    ["not even an error", "internal", /request request-1/],
  ])("%s is %s", async (error, code, words) => {
    const { problem, reported } = await answerTo(error);
    expect(problem).toMatchObject({ code, requestId: "request-1", detail: expect.stringMatching(words) });
    expect(JSON.stringify(problem)).not.toMatch(/secret|Failed query/);
    expect(reported).toBe(1);
  });

  it("a refusal that passes by itself says after how many seconds, where clients look for it", async () => {
    const error = new Refusal("too_many_requests", "Too many.", { retryAfterSeconds: 2 });
    const { status, headers } = problemOf(error, "request-1", () => {});
    expect([status, headers.get("retry-after"), headers.get("x-request-id")]).toEqual([429, "2", "request-1"]);
  });

  it("a refusal says its own words, with its facts, and is no fault to log", async () => {
    const { problem, reported } = await answerTo(new Refusal("already_resumed", "By Lena.", { by: "Lena" }));
    expect(problem).toMatchObject({ code: "already_resumed", status: 409, detail: "By Lena.", facts: { by: "Lena" } });
    expect(reported).toBe(0);
  });
});
