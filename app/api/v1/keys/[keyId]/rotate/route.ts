import { z } from "zod";
import { Id } from "@/lib/api/contract/basics";
import { MadeKey, RotateKeyAsk } from "@/lib/api/contract/key";
import { applied, route } from "@/lib/api/route";
import { rotateKey } from "@/lib/auth/keys/key-commands";
import { getWebAuth } from "@/lib/auth/web-auth";

export const POST = route({
  params: z.object({ keyId: Id }),
  body: RotateKeyAsk,
  answer: MadeKey,
  handle: async ({ engine, params, body: { livesForMs, ...ask }, operator }) => {
    const { database } = await getWebAuth();
    const expiresAt = livesForMs === null ? null : Date.now() + livesForMs;
    return applied(await rotateKey(engine, database, { ...ask, ...params, expiresAt, operator }));
  },
});
