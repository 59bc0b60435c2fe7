/** Picks a ticket that was not handled yet, of the wanted kind. */

import { getTicket } from "./world/tickets";

/** Above the ids of the told stories and of the seeded history. */
const firstNewTicket = 5_000;

/** `chance` is in [0, 1). Tickets are made from their id, so the kind is looked for, not set. */
export function newTicketId(sensitive: boolean, chance: number): string {
  let number = firstNewTicket + Math.floor(chance * 90_000);
  while (getTicket(`T-${number}`).sensitive !== sensitive) number += 1;
  return `T-${number}`;
}
