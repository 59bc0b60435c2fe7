import { expect, test } from "vitest";
import { changeSentence } from "./change-sentence";

const by = { byName: "Ada Byron", byRole: "admin", accountName: "Dana Scully" } as const;
const kept = { asked: { to: "lead" }, before: { role: "viewer" }, after: { role: "lead" }, refused: null };

test.each([
  [{ ...by, ...kept, kind: "role" }, "Ada Byron (admin) changed Dana Scully from viewer to lead."],
  [
    { ...by, ...kept, kind: "role", after: null, refused: "last_admin" },
    "Ada Byron (admin) tried to make Dana Scully lead.",
  ],
  [{ ...by, ...kept, kind: "sign_out" }, "Ada Byron (admin) signed Dana Scully out everywhere."],
  [{ ...by, ...kept, kind: "disable", accountName: null }, "Ada Byron (admin) disabled an account."],
] as const)("a change is told with who, what and from what to what: %j", (change, sentence) => {
  expect(changeSentence(change)).toBe(sentence);
});
