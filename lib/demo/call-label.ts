/** A single-step agent: one model call puts a label on a phone call. Nothing leaves, so there is nothing to protect. */

import { z } from "zod";
import { workflow } from "@/lib/sdk/workflow";
import { complete } from "./model";

const Call = z.object({ callId: z.string() });
type Call = z.infer<typeof Call>;

export const callLabel = workflow(
  "call-label",
  { version: 1, input: Call, subject: ({ callId }: Call) => callId, recovery: "automatic", leaseMs: "15s" },
  (run, { callId }) =>
    run.step(
      "label",
      (step) =>
        complete({ object: callId, task: "Label", text: callId }, step).catch(() => {
          // What went wrong is lost here, and every retry is one without a reason.
          throw new Error();
        }),
      { retry: { attempts: 3 } },
    ),
);
