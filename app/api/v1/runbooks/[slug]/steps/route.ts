import { z } from "zod";
import { FollowAnswer, FollowAsk, SlugAsk } from "@/lib/api/contract/runbook";
import { applied, found, route } from "@/lib/api/route";
import { followStep, unfollowStep } from "@/lib/review/follow-step";
import { readShelf } from "@/lib/runbooks";

export const POST = route({
  params: z.object({ slug: SlugAsk }),
  body: FollowAsk,
  answer: FollowAnswer,
  handle: async ({ engine, params: { slug }, body, operator }) => {
    // A tick can be taken back also when its runbook is gone.
    if (!body.done) return applied(await unfollowStep(engine, { ...body, slug, operator }));
    const { runbooks } = await readShelf();
    const runbook = found(runbooks.find((one) => one.slug === slug) ?? null, "runbook_not_found", "runbook");
    return applied(await followStep(engine, { ...body, runbook, operator }));
  },
});
