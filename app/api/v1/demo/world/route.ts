import { z } from "zod";
import { inDemo } from "@/app/api/v1/demo/in-demo";
import { route } from "@/lib/api/route";
import { WorldView } from "@/lib/demo/panel-contract";

export const GET = route({
  query: z.object({
    object: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  answer: WorldView,
  handle: ({ query }) =>
    inDemo(async (world) => {
      const [log, faults] = await Promise.all([world.log(query), world.faults()]);
      return { ...log, faults };
    }),
});
