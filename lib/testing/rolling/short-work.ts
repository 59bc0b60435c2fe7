/** Two steps and an action that its destination must get once. */

import { setTimeout as pause } from "node:timers/promises";
import { action } from "@/lib/sdk/action";
import { destination } from "@/lib/sdk/destination";
import { workflow } from "@/lib/sdk/workflow";

const local = destination({ name: "local", effect: "compensatable", impact: "none", deadline: "5s" });

const send = action("local.send", {
  destination: local,
  payload: (value) => value as { object: string },
  perform: (attempt) => attempt.fetch(`${process.env.DESTINATION_URL}/send`, { json: attempt.payload }),
});

export const shortWork = workflow(
  "short-work",
  { version: 1, input: (value) => value as { object: string }, recovery: "automatic" },
  async (run, { object }) => {
    for (const name of ["read", "think"]) await run.step(name, () => pause(200));
    await run.action(send, object, { object });
  },
);

export const workflows = [shortWork];
