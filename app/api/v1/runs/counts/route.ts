import { RunCounts } from "@/lib/api/contract/run";
import { route } from "@/lib/api/route";

export const GET = route({
  answer: RunCounts,
  handle: ({ engine }) => engine.progress.countRuns(),
});
