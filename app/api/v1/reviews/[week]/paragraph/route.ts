import { z } from "zod";
import { ParagraphAnswer, ParagraphAsk, WeekName } from "@/lib/api/contract/review";
import { applied, route } from "@/lib/api/route";
import { editParagraph } from "@/lib/review/edit-paragraph";
import { deploymentZone } from "@/lib/zone";

export const POST = route({
  params: z.object({ week: WeekName }),
  body: ParagraphAsk,
  answer: ParagraphAnswer,
  handle: async ({ engine, params, body, operator }) =>
    applied(await editParagraph(engine, { ...params, ...body, zone: deploymentZone(), operator })),
});
