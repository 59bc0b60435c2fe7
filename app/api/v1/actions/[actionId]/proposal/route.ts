import { z } from "zod";
import { ProposalAsk } from "@/lib/api/contract/action";
import { Id } from "@/lib/api/contract/basics";
import { ProposalAnswer } from "@/lib/api/contract/views";
import { applied, route } from "@/lib/api/route";
import { decideProposal } from "@/lib/engine/decide-proposal";

export const POST = route({
  params: z.object({ actionId: Id }),
  body: ProposalAsk,
  answer: ProposalAnswer,
  handle: async ({ engine, params, body, operator }) =>
    applied(await decideProposal(engine, { ...params, ...body, operator })),
});
