import { z } from "zod";
import { describeApi } from "@/lib/api/describe-api";
import { route } from "@/lib/api/route";
import { readEnv } from "@/lib/env";
import { routes } from "./routes";

export const GET = route({
  answer: z.looseObject({ openapi: z.literal("3.1.0") }),
  handle: async () => describeApi(routes, readEnv().publicUrl),
});
