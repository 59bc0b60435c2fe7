/** Reads and commands of the weekly review. Its figures are those of whole weeks: nothing of it is polled. */

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import {
  type AgreeAsk,
  type AmendAsk,
  Amendments,
  DecisionAnswer,
  DropAnswer,
  type DropAsk,
  type FreezeAsk,
  type MarkAsk,
  ParagraphAnswer,
  type ParagraphAsk,
  ReviewList,
  ReviewView,
  VersionAnswer,
} from "@/lib/api/contract/review";
import { queryText, read, send } from "./api";

/** Whoever comes back to the page within it reads what they read before. */
const staleTime = 30_000;

export const reviewQueries = {
  list: () =>
    queryOptions({
      queryKey: ["reviews"],
      queryFn: ({ signal }) => read(ReviewList, "/reviews", {}, signal),
      staleTime,
    }),
  week: (week: string, version: number | null) =>
    queryOptions({
      queryKey: ["review", week, version],
      queryFn: ({ signal }) => read(ReviewView, `/reviews/${week}`, { version }, signal),
      placeholderData: keepPreviousData,
      staleTime,
    }),
  amendments: (week: string) =>
    queryOptions({
      queryKey: ["review", week, "amendments"],
      queryFn: ({ signal }) => read(Amendments, `/reviews/${week}/amendments`, {}, signal),
      staleTime,
    }),
};

export const reviewCommands = (week: string) => ({
  write: (ask: z.input<typeof ParagraphAsk>) => send(ParagraphAnswer, `/reviews/${week}/paragraph`, ask),
  agree: (ask: z.input<typeof AgreeAsk>) => send(DecisionAnswer, `/reviews/${week}/agree`, ask),
  drop: (ask: z.input<typeof DropAsk>) => send(DropAnswer, `/reviews/${week}/drop`, ask),
  mark: (ask: z.input<typeof MarkAsk>) => send(DecisionAnswer, `/reviews/${week}/mark`, ask),
  freeze: (ask: z.input<typeof FreezeAsk>) => send(VersionAnswer, `/reviews/${week}/freeze`, ask),
  amend: (ask: z.input<typeof AmendAsk>) => send(VersionAnswer, `/reviews/${week}/amend`, ask),
});

/** The address of a file, which the browser keeps under its own name. */
export const reviewExport = (week: string, version: number | null, format: "md" | "csv"): string =>
  `/api/v1/reviews/${week}/export${queryText({ version, format })}`;
