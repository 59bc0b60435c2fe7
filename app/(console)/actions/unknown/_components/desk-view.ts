import type { z } from "zod";
import type { DeskView as View } from "@/lib/api/contract/destination";

export type DeskView = z.output<typeof View>;
export type DeskGroup = DeskView["groups"][number];
export type DeskCheck = DeskView["checks"][number];
