import { PersonList } from "@/lib/api/contract/person";
import { Refusal } from "@/lib/api/problem";
import { route } from "@/lib/api/route";
import { listChanges } from "@/lib/auth/people/account-change";
import { listPeople } from "@/lib/auth/people/person-store";
import { getWebAuth } from "@/lib/auth/web-auth";

/** As far back as somebody looks who asks "who did that?"; all of them are in the database. */
const changesShown = 50;

export const GET = route({
  answer: PersonList,
  handle: async ({ user }) => {
    if (user.role !== "admin") throw new Refusal("role_missing", "Only an admin sees the accounts.");
    const {
      database: { db },
    } = await getWebAuth();
    const now = new Date();
    return {
      now: now.getTime(),
      me: user.id,
      people: await listPeople(db, now),
      changes: await listChanges(db, changesShown),
    };
  },
});
