import type { z } from "zod";
import type { RunView as RunViewSchema } from "@/lib/api/contract/views";

/** Everything the page shows, read at one moment. */
export type RunView = z.output<typeof RunViewSchema>;
export type RunCommand = RunView["commands"][number];
