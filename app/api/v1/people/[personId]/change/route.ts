import { z } from "zod";
import { Id } from "@/lib/api/contract/basics";
import { ChangedPerson, ChangePersonAsk } from "@/lib/api/contract/person";
import { applied, route } from "@/lib/api/route";
import { changePerson } from "@/lib/auth/people/change-person";
import { getWebAuth } from "@/lib/auth/web-auth";

export const POST = route({
  params: z.object({ personId: Id }),
  body: ChangePersonAsk,
  answer: ChangedPerson,
  handle: async ({ params: { personId }, body, operator }) => {
    const { database } = await getWebAuth();
    applied<object>(await changePerson(database, { ...body, personId, by: operator }, new Date()));
    return { id: personId };
  },
});
