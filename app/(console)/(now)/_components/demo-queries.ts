/** Reads and presses of the demo panel. They exist in the demo only. */

import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { read, send } from "@/lib/client/api";
import { live } from "@/lib/client/fresh";
import {
  BlindAnswer,
  type BlindAsk,
  StartTicketAnswer,
  type StartTicketAsk,
  WorldView,
} from "@/lib/demo/panel-contract";

export const worldQuery = () =>
  queryOptions({
    queryKey: ["demo", "world"],
    queryFn: ({ signal }) => read(WorldView, "/demo/world", { limit: 30 }, signal),
    ...live,
  });

export const startTicket = (ask: z.input<typeof StartTicketAsk>) => send(StartTicketAnswer, "/demo/tickets", ask);
export const runBlind = (ask: z.input<typeof BlindAsk>) => send(BlindAnswer, "/demo/blind", ask);
