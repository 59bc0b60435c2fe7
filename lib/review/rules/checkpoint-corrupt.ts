import { evidenceOfBlocks, type Rule } from "./rule";

export const checkpointCorrupt: Rule = {
  cause: "checkpoint_corrupt",
  sentence: "The content of a checkpoint is not what was kept: its hash does not fit.",
  source: "Executions that blocked their run, with the cause they gave (progress)",
  severity: "S2: the run stands still until a person moves it.",
  next: "Find out who wrote into the database, and resume from the last good checkpoint.",
  find: (facts) =>
    evidenceOfBlocks(
      "checkpoint_corrupt",
      facts,
      ["checkpoint_corrupt"],
      (at) => `${at}: a checkpoint is not what was kept`,
    ),
};
