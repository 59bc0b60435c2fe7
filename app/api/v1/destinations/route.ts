import { DestinationList } from "@/lib/api/contract/destination";
import { route } from "@/lib/api/route";
import { readDestinations } from "@/lib/engine/read-destinations";
import { noMatter } from "@/lib/review/runbook-match";
import { quoteFrom, readShelf } from "@/lib/runbooks";

export const GET = route({
  answer: DestinationList,
  handle: async ({ engine }) => {
    const [{ now, rows }, shelf] = await Promise.all([readDestinations(engine), readShelf()]);
    return {
      now,
      rows: rows.map((row) => {
        const { name, runbook } = row.declaration;
        const matter = { ...noMatter, destination: [name], named: runbook === null ? [] : [runbook] };
        return { ...row, runbook: quoteFrom(shelf, matter, "verify_first") };
      }),
    };
  },
});
