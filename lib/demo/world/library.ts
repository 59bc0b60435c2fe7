// The research library: sources to read, and articles that people read. The same key is one article, for a day.

import { z } from "zod";
import { type Answer, created, ok } from "./answer";
import { BusinessObject } from "./contract";
import type { EffectLog } from "./effect-log";

export const LIBRARY_WINDOW_MS = 24 * 60 * 60 * 1000;

export const Source = z.object({ id: z.string(), title: z.string(), text: z.string() });
export type Source = z.infer<typeof Source>;

export const ArticleInput = z.strictObject({
  questionId: BusinessObject,
  title: z.string().min(1).max(300),
  text: z.string().min(1).max(20_000),
});

const Article = ArticleInput.extend({ id: z.string(), at: z.iso.datetime() });
type Article = z.infer<typeof Article>;

export function createLibrary(log: EffectLog, now: () => Date) {
  const lastByKey = new Map<string, Article>();

  log.follow((entry) => {
    if (entry.kind === "library.article" && entry.key !== null) lastByKey.set(entry.key, Article.parse(entry.body));
  });

  return {
    source: (id: string): Answer =>
      ok({ id, title: `Quarterly report ${id}`, text: `What ${id} says about demand, prices and supply.` }),

    article(input: z.output<typeof ArticleInput>, key: string | null): Answer {
      const at = now();
      const former = key === null ? undefined : lastByKey.get(key);
      if (former && at.getTime() < Date.parse(former.at) + LIBRARY_WINDOW_MS) {
        return created(former, { "Idempotent-Replayed": "true" });
      }
      const { questionId: object } = input;
      const article: Article = { id: `A-${log.nextSeq()}`, at: at.toISOString(), ...input };
      const summary = `Article on ${object}`;
      log.append(
        { system: "library", kind: "library.article", object, key, marker: null, summary, body: { ...article } },
        at,
      );
      return created(article);
    },
  };
}
