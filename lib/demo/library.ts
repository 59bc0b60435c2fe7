/** The research library: sources, and the articles we publish. The same key is one article, for a day. */

import { z } from "zod";
import { action } from "@/lib/sdk/action";
import { destination } from "@/lib/sdk/destination";
import { askJson } from "./ask-json";
import { Source } from "./world/library";
import { worldUrl } from "./world-url";

const Article = z.object({ questionId: z.string(), title: z.string(), text: z.string() });
const Published = z.object({ id: z.string() });

const library = {
  ...destination({
    name: "library",
    title: "the research library",
    effect: "idempotent",
    impact: "none",
    deduplicates: { header: "Idempotency-Key", window: "24h" },
    deadline: "5s",
    owner: "Research tools",
    // Nobody has written its runbook yet: the weekly review says so, as it would for yours.
  }),
  addressOf: (path: string) => `${worldUrl()}/library/${path}`,
};

export const libraryPublish = action("library.publish", {
  destination: library,
  payload: Article,
  perform: async (attempt) =>
    Published.parse(await attempt.fetch(library.addressOf("articles"), { json: attempt.payload })),
});

export const readSource = (sourceId: string, signal: AbortSignal): Promise<Source> =>
  askJson(Source, library.addressOf(`sources/${encodeURIComponent(sourceId)}`), { signal });
