import { expect, test } from "vitest";
import { beginDraft, overtakenBy } from "./paragraph-draft";

const figures = { paragraph: "There were 2 incidents.", paragraphBy: null };
const written = { paragraph: "The CRM was away.", paragraphBy: "Lena" };

test.each([
  ["nothing happened", written, written, null],
  ["the figures moved, and their sentences with them", figures, { ...figures, paragraph: "There were 3." }, null],
  ["the place was given back to the figures", written, figures, null],
  ["somebody wrote where the figures' own stood", figures, written, { by: "Lena", text: written.paragraph }],
  [
    "somebody wrote over what it was begun from",
    written,
    { paragraph: "Tuesday was bad.", paragraphBy: "Adam" },
    { by: "Adam", text: "Tuesday was bad." },
  ],
])("a draft hears of another person's words before it replaces them: %s", (_, begun, now, heard) => {
  expect(overtakenBy(beginDraft(begun), now)).toEqual(heard);
});
