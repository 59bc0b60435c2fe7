import { RunListAsk } from "@/lib/api/contract/run";
import { RunList } from "@/lib/api/contract/views";
import { rangeOf } from "@/lib/api/range";
import { route } from "@/lib/api/route";
import { listRuns } from "@/lib/engine/list-runs";

export const GET = route({
  query: RunListAsk,
  answer: RunList,
  handle: async ({ engine, query: { retried, executed, dealt, ...asked } }) => {
    const query = dealt ? { ...asked, open: { marks: await engine.stopDecisions.marks(), only: true } } : asked;
    if (!retried && !executed) return listRuns(engine, query);
    const { from: _from, to: _to, ...rest } = query;
    const range = rangeOf(query);
    return listRuns(engine, {
      ...rest,
      retried: retried && { reason: retried, ...range },
      executed: executed && { kind: executed, ...range },
    });
  },
});
