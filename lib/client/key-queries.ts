/** Reads and commands of the page of keys. */

import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import {
  KeyList,
  MadeKey,
  type MakeKeyAsk,
  RevokedKey,
  type RevokeKeyAsk,
  type RotateKeyAsk,
} from "@/lib/api/contract/key";
import { isRefusal, read, send } from "./api";

/** Somebody who hands out a key watches for its first use. */
const freshEveryMs = 5_000;

export const keyQueries = {
  list: () =>
    queryOptions({
      queryKey: ["keys"],
      queryFn: ({ signal }) => read(KeyList, "/keys", {}, signal),
      refetchInterval: (query) => (isRefusal(query.state.error) ? false : freshEveryMs),
      refetchIntervalInBackground: false,
    }),
};

export const keyCommands = {
  make: (ask: z.input<typeof MakeKeyAsk>) => send(MadeKey, "/keys", ask),
  rotate: (keyId: string, ask: z.input<typeof RotateKeyAsk>) => send(MadeKey, `/keys/${keyId}/rotate`, ask),
  revoke: (keyId: string, ask: z.input<typeof RevokeKeyAsk>) => send(RevokedKey, `/keys/${keyId}/revoke`, ask),
};
