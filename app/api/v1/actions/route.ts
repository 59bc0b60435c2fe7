import { ActionListAsk } from "@/lib/api/contract/action";
import { ActionList } from "@/lib/api/contract/views";
import { rangeOf } from "@/lib/api/range";
import { route } from "@/lib/api/route";
import { listActions } from "@/lib/engine/list-actions";
import { longUnknownMs } from "@/lib/review/week-facts";

export const GET = route({
  query: ActionListAsk,
  answer: ActionList,
  handle: async ({ engine, query: { retried, avoided, contradicted, longUnknown, ...query } }) => {
    if (!retried && !avoided && !contradicted && !longUnknown) return listActions(engine, query);
    const { from: _from, to: _to, ...rest } = query;
    const range = rangeOf(query);
    return listActions(engine, {
      ...rest,
      retried: retried && { reason: retried, ...range },
      avoided: avoided && { ...range, cause: avoided === "any" ? undefined : avoided },
      contradicted: contradicted && range,
      longUnknown: longUnknown && { ...range, longerThanMs: longUnknownMs },
    });
  },
});
