/**
 * An agent in TypeScript on another machine: a worker over HTTP, and one guarded call beside it. Run with
 *
 *     REPRISE_URL=https://reprise.example REPRISE_KEY=rpk_... CRM_URL=https://crm.example npx tsx examples/agent.ts
 *
 * The key needs the scope "worker".
 */

import { z } from "zod";
import { action } from "@/lib/sdk/action";
import { destination } from "@/lib/sdk/destination";
import { httpBackend } from "@/lib/sdk/http/http-backend";
import { createWorker } from "@/lib/sdk/worker/worker";
import { workflow } from "@/lib/sdk/workflow";

const { REPRISE_URL = "", REPRISE_KEY = "", CRM_URL = "" } = process.env;

const crm = destination({
  name: "crm",
  title: "the CRM",
  effect: "compensatable",
  impact: "pollutes_data",
  deadline: "10s",
});

const note = action("crm.note", {
  destination: crm,
  payload: z.object({ text: z.string() }),
  perform: (attempt) =>
    attempt.fetch(`${CRM_URL}/notes`, { method: "POST", json: { ...attempt.payload, reference: attempt.marker } }),
});

const support = workflow(
  "typescript-support",
  { version: 1, input: z.object({ ticketId: z.string() }), recovery: "automatic", subject: (input) => input.ticketId },
  async (run, { ticketId }) => {
    const draft = await run.step("draft", () => `About ${ticketId}: replace the unit.`);
    await run.action(note, ticketId, { text: draft });
    return { ticketId, draft };
  },
);

const worker = createWorker({
  workflows: [support],
  actions: [note],
  backend: httpBackend(REPRISE_URL, REPRISE_KEY),
});
await worker.start();
console.log(`${worker.name} waits for runs of ${support.name}`);
process.once("SIGTERM", async () => {
  await worker.stop();
  process.exit(0);
});
