/** What would be different if a frozen week were computed now: later settlements never change a snapshot by themselves. */

import { classWords } from "./class-words";
import { figureMeaning } from "./figure";
import { figureText } from "./figure-text";
import type { ReviewContent } from "./review";

export type Amendment = { what: string; before: string; after: string };

type Compared = Pick<ReviewContent, "figures" | "incidents">;

/** Of the week itself: what earlier weeks would say now belongs to their own reviews. */
export function amendmentsOf(frozen: Compared, now: Compared): Amendment[] {
  const figures = frozen.figures.flatMap((line): Amendment[] => {
    const current = now.figures.find(({ key }) => key === line.key);
    const before = figureText(line.key, line.value);
    const after = current === undefined ? "none" : figureText(line.key, current.value);
    return before === after ? [] : [{ what: figureMeaning[line.key].label, before, after }];
  });
  const added = now.incidents
    .filter(({ id }) => !frozen.incidents.some((known) => known.id === id))
    .map((incident) => ({ what: incident.title, before: "not in it", after: classWords[incident.class] }));
  const gone = frozen.incidents
    .filter(({ id }) => !now.incidents.some((known) => known.id === id))
    .map((incident) => ({ what: incident.title, before: classWords[incident.class], after: "dismissed" }));
  const reclassified = frozen.incidents.flatMap((incident): Amendment[] => {
    const current = now.incidents.find(({ id }) => id === incident.id);
    if (current === undefined || (current.class === incident.class && current.severity === incident.severity))
      return [];
    const text = (of: typeof incident) => `${classWords[of.class]}, ${of.severity.toUpperCase()}`;
    return [{ what: incident.title, before: text(incident), after: text(current) }];
  });
  return [...figures, ...reclassified, ...added, ...gone];
}
