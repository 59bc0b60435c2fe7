/** What a week's figures cannot know, each in a sentence: an honest review says where it is blind. */

import { percentileMin, shareMin } from "./figure";
import { plural } from "./figure-text";
import type { WeekFacts } from "./week-facts";

export function gapsOf(week: WeekFacts, before: readonly WeekFacts[], incidentsMax: number): string[] {
  const measured = before.filter((earlier) => earlier.measured).length;
  const { resumed } = week.byPerson;
  const lengths = [week.run, week.step, week.settling, week.validation];
  const few = lengths.filter(({ n }) => n > 0 && n < percentileMin).length;
  const stillUnknown = week.longUnknown;
  const gaps: (string | null)[] = [
    week.partial ? "The week is not over: its figures still grow." : null,
    !week.measured ? "No run had been started by the end of this week." : null,
    week.measured && measured < before.length
      ? `Of the ${before.length} weeks before, ${measured === 0 ? "none was" : `only ${measured} ${measured === 1 ? "was" : "were"}`} measured: the first run came later.`
      : null,
    resumed > 0 && resumed < shareMin
      ? `${plural(resumed, "resume")}: too few for a percentage, so better or worse is not said.`
      : null,
    few > 0
      ? `${plural(few, "length of time", "lengths of time")} ${few === 1 ? "rests" : "rest"} on fewer than ${percentileMin}: their 95th percentile is not shown.`
      : null,
    stillUnknown > 0
      ? "Actions that are still unknown have no time to settle yet, and may turn out as duplicates later."
      : null,
    week.incidents.length >= incidentsMax ? `Only the newest ${incidentsMax} incidents were read.` : null,
    "Tokens and money are known only of steps that recorded them; work saved counts time.",
    "Writes made inside plain steps are not protected, and not counted.",
  ];
  return gaps.filter((gap) => gap !== null);
}
