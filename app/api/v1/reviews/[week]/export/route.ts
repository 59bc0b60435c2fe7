import { z } from "zod";
import { ReviewExportAsk, WeekName } from "@/lib/api/contract/review";
import { found, route } from "@/lib/api/route";
import { exportCsv } from "@/lib/review/export-csv";
import { exportMarkdown } from "@/lib/review/export-markdown";
import { readReview } from "@/lib/review/read-review";
import { weekName } from "@/lib/review/week";
import { deploymentZone } from "@/lib/zone";

export const GET = route({
  params: z.object({ week: WeekName }),
  query: ReviewExportAsk,
  answer: z.string(),
  file: ({ params, query }) => ({
    name: `review-${weekName(params.week)}.${query.format}`,
    type: query.format === "md" ? "text/markdown" : "text/csv",
  }),
  handle: async ({ engine, params, query }) => {
    const asked = { ...params, version: query.version, zone: deploymentZone() };
    const view = found(await readReview(engine, asked), "review_not_found", "review");
    return query.format === "md" ? exportMarkdown(view) : exportCsv(view);
  },
});
