import { Retries, RetriesAsk } from "@/lib/api/contract/views";
import { route } from "@/lib/api/route";
import { readRetries } from "@/lib/engine/read-retries";

export const GET = route({
  query: RetriesAsk,
  answer: Retries,
  handle: ({ engine, query: { first, ...query } }) => readRetries(engine, { ...query, firstOnly: first === "true" }),
});
