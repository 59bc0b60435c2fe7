/** Which troubles came back: the same signature in this week and in others of the last eight. */

import { incidentClasses } from "./incident";
import type { ClassCounts, Recurring } from "./review";
import type { WeekFacts, WeekIncident } from "./week-facts";

/** `weeks`: this one first. Most often first. */
export function recurringOf(weeks: readonly Pick<WeekFacts, "week" | "incidents">[]): Recurring[] {
  const [now] = weeks;
  const seen = new Map<string, WeekIncident>();
  for (const incident of now?.incidents ?? [])
    if (!seen.has(troubleOf(incident))) seen.set(troubleOf(incident), incident);
  return [...seen]
    .map(([trouble, incident]) => ({
      signature: trouble,
      incidentId: incident.id,
      title: incident.title,
      class: incident.class,
      weeks: weeks
        .filter(({ incidents }) => incidents.some((other) => troubleOf(other) === trouble))
        .map(({ week }) => week)
        .reverse(),
    }))
    .filter((recurring) => recurring.weeks.length > 1)
    .sort((a, b) => b.weeks.length - a.weeks.length || (a.title < b.title ? -1 : 1));
}

/** What a person opened shares its signature with whatever else people opened there: only its title says what it was. */
const troubleOf = ({ signature, title, openedBy }: WeekIncident): string =>
  openedBy === null ? signature : `${signature} ${title.trim().toLowerCase()}`;

export function countClasses(incidents: readonly Pick<WeekIncident, "class">[]): ClassCounts {
  const count = (name: string) => incidents.filter((incident) => incident.class === name).length;
  // The keys are exactly the classes.
  return Object.fromEntries(incidentClasses.map((name) => [name, count(name)])) as ClassCounts;
}
