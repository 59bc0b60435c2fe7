import { RunCounts } from "@/lib/api/contract/run";
import { route } from "@/lib/api/route";

export const GET = route({
  answer: RunCounts,
  handle: async ({ engine }) => {
    const [counts, stopped] = await Promise.all([
      engine.progress.countRuns(),
      engine.stopDecisions.marks().then((marks) => engine.progress.countStopped(marks)),
    ]);
    return { ...counts, open: stopped.open };
  },
});
