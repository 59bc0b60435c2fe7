import { z } from "zod";
import { Id } from "@/lib/api/contract/basics";
import { RevokedKey, RevokeKeyAsk } from "@/lib/api/contract/key";
import { applied, route } from "@/lib/api/route";
import { revokeKey } from "@/lib/auth/keys/key-commands";
import { getWebAuth } from "@/lib/auth/web-auth";

export const POST = route({
  params: z.object({ keyId: Id }),
  body: RevokeKeyAsk,
  answer: RevokedKey,
  handle: async ({ engine, params, body, operator }) => {
    const { database } = await getWebAuth();
    return applied(await revokeKey(engine, database, { ...body, ...params, operator }));
  },
});
