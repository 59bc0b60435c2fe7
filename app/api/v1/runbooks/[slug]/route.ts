import { z } from "zod";
import { RunbookAsk, RunbookView, SlugAsk } from "@/lib/api/contract/runbook";
import { found, route } from "@/lib/api/route";
import { stepsOf } from "@/lib/review/follow-step";
import { isStale } from "@/lib/review/runbook";
import { stepIdentity } from "@/lib/review/runbook-blocks";
import { readRunbookContext } from "@/lib/review/runbook-context";
import { readShelf, today } from "@/lib/runbooks";
import { objectOf } from "../object-of";

export const GET = route({
  params: z.object({ slug: SlugAsk }),
  query: RunbookAsk,
  answer: RunbookView,
  handle: async ({ engine, params, query }) => {
    const { runbooks, staleAfterDays } = await readShelf();
    const runbook = found(runbooks.find(({ slug }) => slug === params.slug) ?? null, "runbook_not_found", "runbook");
    const object = objectOf(query);
    const [now, uses, context] = await Promise.all([
      engine.progress.now(),
      engine.runbookSteps.uses(),
      object && readRunbookContext(engine, object, runbook),
    ]);
    if (object) found(context, `${object.kind}_not_found`, object.kind);
    const hashes = new Map(stepsOf(engine, runbook).map((step) => [stepIdentity(step.section, step), step.hash]));
    return {
      now,
      runbook: {
        ...runbook,
        file: `${runbook.slug}.md`,
        staleAfterDays: runbook.staleAfterDays ?? staleAfterDays,
        stale: isStale(runbook, today(), staleAfterDays),
        blocks: runbook.blocks.map((block) =>
          block.kind === "text"
            ? block
            : {
                ...block,
                // Each step was hashed by exactly this.
                steps: block.steps.map((step) => ({ ...step, hash: hashes.get(stepIdentity(block.section, step))! })),
              },
        ),
        used: uses.find(({ slug }) => slug === runbook.slug) ?? null,
      },
      context,
    };
  },
});
