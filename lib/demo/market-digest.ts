/**
 * A retrieval pipeline: it plans a search, reads a handful of sources, ranks what they say and writes a digest. Minutes of
 * model time, one harmless write at the end.
 */

import { z } from "zod";
import type { Run } from "@/lib/sdk/run";
import { workflow } from "@/lib/sdk/workflow";
import { libraryPublish, readSource } from "./library";
import { complete } from "./model";

const Question = z.object({ questionId: z.string() });
type Question = z.infer<typeof Question>;

export const digestOptions = {
  input: Question,
  subject: ({ questionId }: Question) => questionId,
  recovery: "automatic",
  leaseMs: "30s",
} as const;

export const marketDigest = workflow("market-digest", { ...digestOptions, version: 2 }, async (run, question) => {
  const plan = await planSearch(run, question);
  await run.step("check-licences", (step) =>
    complete({ object: question.questionId, task: "Licences", text: plan }, step),
  );
  return digest(run, question, plan);
});

export const planSearch = (run: Run, { questionId }: Question): Promise<string> =>
  run.step("plan-search", (step) => complete({ object: questionId, task: "Search plan", text: questionId }, step));

export async function digest(run: Run, { questionId }: Question, plan: string) {
  const extracts: string[] = [];
  for (const sourceId of sourcesOf(questionId)) {
    extracts.push(
      await run.step(
        "read-source",
        async (step) => {
          const { title, text } = await readSource(sourceId, step.signal);
          return complete({ object: questionId, task: `Extract of ${title}`, text: `${plan}\n${text}` }, step);
        },
        // They looked cheap enough to read again. Each execution pays for all of them.
        { occurrence: sourceId, checkpoint: false },
      ),
    );
  }
  const ranking = await run.step("rank", (step) =>
    complete({ object: questionId, task: "Ranking", text: extracts.join("\n") }, step),
  );
  const text = await run.step(
    "synthesise",
    (step) => complete({ object: questionId, task: "Digest", text: ranking, effort: "large" }, step),
    { timeout: "10m" },
  );
  const article = await run.action(libraryPublish, questionId, { questionId, title: `Market ${questionId}`, text });
  return { articleId: article?.id ?? null };
}

const sourcesOf = (questionId: string): string[] => [1, 2, 3, 4, 5].map((nth) => `${questionId}-S${nth}`);
