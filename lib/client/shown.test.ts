import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { ApiError, read } from "./api";

const answered = (body: unknown, status = 200) => vi.stubGlobal("fetch", async () => Response.json(body, { status }));
afterEach(() => vi.unstubAllGlobals());

test("an agent's text reaches no screen with characters that turn or hide it; its payload stays exact", async () => {
  answered({ subject: "T-1\u202eEUR", action: { object: "a\u2066b", payload: '{"to":"\u202e"}' } });
  expect(await read(z.unknown(), "/runs")).toEqual({
    subject: "T-1⟨U+202E⟩EUR",
    action: { object: "a⟨U+2066⟩b", payload: '{"to":"\u202e"}' },
  });
});

test("nor does a refusal that quotes it", async () => {
  const title = "Not possible as things stand";
  answered({ type: "about:blank#x", title, status: 409, code: "x", detail: "Not \u202eso", requestId: "1" }, 409);
  await expect(read(z.unknown(), "/runs")).rejects.toThrow(new ApiError("x", "Not ⟨U+202E⟩so", "1", 409));
});
