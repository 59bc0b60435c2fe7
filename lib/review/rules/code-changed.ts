import { evidenceOfBlocks, type Rule } from "./rule";

export const codeChanged: Rule = {
  cause: "code_changed",
  sentence: "The code no longer asks for what the run had recorded: a step is gone, has another name or another kind.",
  source: "Executions that blocked their run, with the cause they gave (progress)",
  severity: "S2: the run stands still until a person moves it.",
  next: "Rename steps only in a new version of the workflow, and let runs of the old one end first.",
  find: (facts) =>
    evidenceOfBlocks(
      "code_changed",
      facts,
      ["code_changed"],
      (at) => `${at}: the code no longer fits the recorded run`,
    ),
};
