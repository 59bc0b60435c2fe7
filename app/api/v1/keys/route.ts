import { KeyList, MadeKey, MakeKeyAsk } from "@/lib/api/contract/key";
import { Refusal } from "@/lib/api/problem";
import { applied, route } from "@/lib/api/route";
import { makeKey } from "@/lib/auth/keys/key-commands";
import { listKeys } from "@/lib/auth/keys/key-store";
import { getWebAuth } from "@/lib/auth/web-auth";

export const GET = route({
  answer: KeyList,
  handle: async ({ user }) => {
    if (user.role !== "admin") throw new Refusal("role_missing", "Only an admin sees the keys.");
    const { database } = await getWebAuth();
    return { now: Date.now(), keys: await listKeys(database.db) };
  },
});

export const POST = route({
  body: MakeKeyAsk,
  answer: MadeKey,
  handle: async ({ engine, body: { livesForMs, ...wanted }, operator }) => {
    const { database } = await getWebAuth();
    const expiresAt = livesForMs === null ? null : Date.now() + livesForMs;
    return applied(await makeKey(engine, database, { ...wanted, expiresAt, operator }));
  },
});
