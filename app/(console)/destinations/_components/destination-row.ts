import type { z } from "zod";
import type { DestinationList } from "@/lib/api/contract/destination";

export type DestinationRow = z.output<typeof DestinationList>["rows"][number];
