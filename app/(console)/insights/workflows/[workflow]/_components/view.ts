/** What the parts of a workflow's page are given. */

import type { z } from "zod";
import type { AdviceView } from "@/lib/api/contract/advice";

export type View = z.output<typeof AdviceView>;
