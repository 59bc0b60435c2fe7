import { DeskView } from "@/lib/api/contract/destination";
import { route } from "@/lib/api/route";
import { readDesk } from "@/lib/engine/read-desk";
import { noMatter } from "@/lib/review/runbook-match";
import { matterOfAction } from "@/lib/review/runbook-matter";
import { pointerTo, readShelf } from "@/lib/runbooks";

export const GET = route({
  answer: DeskView,
  handle: async ({ engine }) => {
    const [desk, shelf] = await Promise.all([readDesk(engine), readShelf()]);
    return {
      ...desk,
      groups: desk.groups.map((group) => {
        const [first] = group.records;
        return { ...group, runbooks: pointerTo(shelf, first ? matterOfAction(first, null) : noMatter) };
      }),
    };
  },
});
