import { RunbookList } from "@/lib/api/contract/runbook";
import { route } from "@/lib/api/route";
import { readRunbookUses } from "@/lib/review/read-runbooks";
import { isStale } from "@/lib/review/runbook";
import { runbookTemplate } from "@/lib/review/runbook-template";
import { readShelf, today } from "@/lib/runbooks";

export const GET = route({
  answer: RunbookList,
  handle: async ({ engine }) => {
    const { folder, runbooks, problems, staleAfterDays } = await readShelf();
    const { now, uses, missing } = await readRunbookUses(engine, runbooks);
    return {
      now,
      folder,
      problems,
      rows: runbooks.map(({ blocks, ...runbook }) => ({
        ...runbook,
        staleAfterDays: runbook.staleAfterDays ?? staleAfterDays,
        stale: isStale(runbook, today(), staleAfterDays),
        steps: blocks.reduce((sum, block) => sum + (block.kind === "steps" ? block.steps.length : 0), 0),
        used: uses.find(({ slug }) => slug === runbook.slug) ?? null,
      })),
      missing: missing.map(({ matter: { destination, workflow, step, cause }, ...seen }) => ({
        ...seen,
        destination: [...destination],
        workflow: [...workflow],
        step: [...step],
        cause: [...cause],
        template: runbookTemplate({ destination, workflow, step, cause }, today()),
      })),
    };
  },
});
