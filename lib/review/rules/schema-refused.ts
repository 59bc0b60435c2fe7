import { evidenceOfBlocks, type Rule } from "./rule";

export const schemaRefused: Rule = {
  cause: "schema_refused",
  sentence: "The code could not open a kept result: its schema has another version, and no migration leads there.",
  source: "Executions that blocked their run, with the cause they gave (progress)",
  severity: "S2: the run stands still until a person moves it.",
  next: "Declare the missing migration, or give the schema a new version only together with one.",
  find: (facts) =>
    evidenceOfBlocks("schema_refused", facts, ["schema_mismatch"], (at) => `${at} refused a kept result`),
};
