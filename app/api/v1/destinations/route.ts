import { DestinationList } from "@/lib/api/contract/destination";
import { route } from "@/lib/api/route";
import { readDestinations } from "@/lib/engine/read-destinations";
import { findRunbook } from "@/lib/runbooks";

export const GET = route({
  answer: DestinationList,
  handle: async ({ engine }) => {
    const { now, rows } = await readDestinations(engine);
    const quoted = rows.map(async (row) => ({
      ...row,
      runbook: await findRunbook(row.declaration.runbook, "verify_first"),
    }));
    return { now, rows: await Promise.all(quoted) };
  },
});
