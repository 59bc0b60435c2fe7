import { and, eq, isNull, lt, or } from "drizzle-orm";
import { session, user } from "@/drizzle/schema/auth";
import { log } from "@/lib/log";
import type { Database } from "@/lib/store/database";

/** Enough to see that somebody is here; a write per request would be too much. */
const seenAgainAfterMs = 60_000;

export type SeenSession = { id: string; userId: string; lastSeenAt: number | null };

/** Does not make the request wait, and no request fails of it. */
export function noteSeen({ db }: Database, { id, userId, lastSeenAt }: SeenSession, now: Date): void {
  const due = new Date(now.getTime() - seenAgainAfterMs);
  if (lastSeenAt !== null && lastSeenAt > due.getTime()) return;
  const isDue = or(isNull(session.lastSeenAt), lt(session.lastSeenAt, due));
  void db
    .transaction(async (tx) => {
      const noted = await tx
        .update(session)
        .set({ lastSeenAt: now })
        .where(and(eq(session.id, id), isDue))
        .returning({ id: session.id });
      if (noted.length > 0) await tx.update(user).set({ lastSeenAt: now }).where(eq(user.id, userId));
    })
    .catch((error) => log.warn({ err: error }, "that somebody was here could not be noted"));
}
