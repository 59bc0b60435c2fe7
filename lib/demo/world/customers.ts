// The CRM's fixed customers and their history, equal on every machine and at every start.

import { z } from "zod";
import { CustomerId } from "./contract";

export const CustomerHistory = z.object({
  customerId: CustomerId,
  company: z.string(),
  plan: z.enum(["Team", "Business", "Enterprise"]),
  seats: z.int(),
  customerSince: z.iso.date(),
  accountManager: z.string(),
  contact: z.string(),
  /** Oldest first. */
  events: z.array(z.object({ on: z.iso.date(), text: z.string() })),
});
export type CustomerHistory = z.infer<typeof CustomerHistory>;

type Row = [string, string, CustomerHistory["plan"], number, string, string, string];

// biome-ignore format: a table reads best as one
const rows: Row[] = [
  ["C-201", "Nordhafen Logistik GmbH",   "Enterprise", 420, "2019-04-01", "Ines Falk",    "Jonas Brandt"],
  ["C-202", "Atelier Vernet SA",         "Business",    64, "2021-09-15", "Paul Okafor",  "Claire Vernet"],
  ["C-203", "Harrow & Pike Insurance",   "Enterprise", 910, "2018-01-10", "Ines Falk",    "Maya Trent"],
  ["C-204", "Bellweather Foods",         "Business",   130, "2020-06-22", "Sofia Lindén", "Omar Castillo"],
  ["C-205", "Kestrel Robotics",          "Team",        22, "2023-02-06", "Paul Okafor",  "Yuki Tanabe"],
  ["C-206", "Mirador Hospitals Group",   "Enterprise", 780, "2017-11-30", "Sofia Lindén", "Dr Elena Ruiz"],
  ["C-207", "Tidewater Utilities",       "Enterprise", 350, "2020-02-17", "Ines Falk",    "Ruth Abernathy"],
  ["C-208", "Papeterie Lemoine",         "Team",        15, "2024-05-13", "Paul Okafor",  "Hugo Lemoine"],
  ["C-209", "Cobalt Street Media",       "Business",    88, "2022-08-01", "Sofia Lindén", "Dana Whitlock"],
  ["C-210", "Aurora Freight Oy",         "Business",   145, "2019-10-07", "Paul Okafor",  "Mikko Saarinen"],
];

const pastEvents = [
  { on: "2025-01-20", text: "Renewal signed for twelve months; asked for quarterly reviews." },
  { on: "2025-02-11", text: "Complained about slow answers on weekends; promised a named contact." },
  { on: "2025-03-12", text: "Affected by an outage of forty minutes; received the incident report the next day." },
  { on: "2025-04-03", text: "Trained eleven new administrators on roles and exports." },
  { on: "2025-05-08", text: "Opened a ticket on import templates; solved within four hours." },
  { on: "2025-06-17", text: "Asked for a reference call; agreed once the current project is live." },
];

export const customerIds = rows.map(([id]) => id);

/** The same answer every time; null for a customer the CRM does not know. */
export function findCustomerHistory(customerId: string): CustomerHistory | null {
  const position = customerIds.indexOf(customerId);
  const row = rows[position];
  if (!row) return null;
  const [, company, plan, seats, customerSince, accountManager, contact] = row;
  const events = pastEvents.filter((_, index) => (index + position) % 3 !== 0);
  return { customerId, company, plan, seats, customerSince, accountManager, contact, events };
}
