/** The CRM: what the agent reads there, and the one thing it writes. It ignores keys, but can be searched by our marker. */

import { z } from "zod";
import { action } from "@/lib/sdk/action";
import { destination } from "@/lib/sdk/destination";
import { askJson } from "./ask-json";
import { CustomerHistory } from "./world/customers";
import { worldUrl } from "./world-url";

const Note = z.object({ customerId: z.string(), ticketId: z.string(), text: z.string().min(1) });
export type Note = z.infer<typeof Note>;

const Written = z.object({ id: z.string() });
const Found = z.object({ notes: z.array(Written.loose()), complete: z.boolean() });

const crm = {
  ...destination({
    name: "crm",
    title: "the CRM",
    effect: "compensatable",
    impact: "pollutes_data",
    // In the demo the visitor presses "Check now"; elsewhere leave it out, and unknown notes are looked up by themselves.
    probe: { matchingField: "marker", horizon: "10s", automatic: false },
    preExecutionCodes: [429],
    deadline: "3s",
    owner: "Sales Ops",
    runbook: "crm",
  }),
  addressOf: (path: string) => `${worldUrl()}/crm/${path}`,
};

export const crmNote = action("crm.note", {
  destination: crm,
  payload: Note,
  perform: async (attempt) => {
    const json = { ...attempt.payload, marker: attempt.marker };
    return Written.parse(await attempt.fetch(crm.addressOf("notes"), { json }));
  },
  probe: async (attempt) => {
    const address = crm.addressOf(`notes?marker=${encodeURIComponent(attempt.marker)}`);
    const { notes, complete } = Found.parse(await attempt.fetch(address));
    return { found: notes.length > 0, complete, count: notes.length, record: notes[0] };
  },
});

export const fetchHistory = (customerId: string, signal: AbortSignal): Promise<CustomerHistory> =>
  askJson(CustomerHistory, crm.addressOf(`customers/${encodeURIComponent(customerId)}/history`), { signal });
