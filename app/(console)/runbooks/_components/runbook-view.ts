import type { z } from "zod";
import type { RunbookList } from "@/lib/api/contract/runbook";

export type RunbooksView = z.output<typeof RunbookList>;
export type RunbookRow = RunbooksView["rows"][number];
