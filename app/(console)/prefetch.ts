/**
 * Reads through the API's own doors, so that a page's first HTML already holds what its queries will ask for: the same
 * session, the same roles, the same schemas. What is refused here is asked again by the browser, which shows why.
 */

import { type DehydratedState, dehydrate, QueryClient, type QueryKey } from "@tanstack/react-query";
import { headers } from "next/headers";
import { shown } from "@/lib/client/shown";

type Params = Record<string, string>;
type Door = (request: Request, context: { params: Promise<Params> }) => Promise<Response>;

export async function prefetch(
  queryKey: QueryKey,
  door: Door,
  asked: {
    params?: Params;
    query?: string /** For an infinite query, whose data is a list of pages. */;
    paged?: boolean;
  },
): Promise<DehydratedState> {
  const client = new QueryClient();
  const cookie = (await headers()).get("cookie");
  // Never sent: the door reads its cookie and its query, and nothing leaves this process.
  const request = new Request(`http://console.internal/${asked.query ?? ""}`, { headers: cookie ? { cookie } : {} });
  const response = await door(request, { params: Promise.resolve(asked.params ?? {}) });
  if (response.ok) {
    const answer = shown(await response.json());
    client.setQueryData(queryKey, asked.paged ? { pages: [answer], pageParams: [null] } : answer);
  }
  return dehydrate(client);
}
