import type { z } from "zod";
import { Figure } from "@/components/ui/figure";
import { formatDay } from "@/components/ui/time-format";
import type { NowView } from "@/lib/api/contract/views";
import { paths } from "@/lib/client/paths";

/** The last seven days in three numbers; each opens the chart whose bars open their rows. */
export function WeekFigures({ week }: { week: z.output<typeof NowView>["week"] }) {
  const { range, byPerson } = week;
  const query = { from: range.from, to: range.to };
  return (
    <section aria-labelledby="week">
      <h2 id="week" className="mb-2 text-base font-semibold">
        Last seven days{" "}
        <span className="text-xs font-normal text-muted">
          from {formatDay(range.from, range.zone)}, {range.zone}
        </span>
      </h2>
      <div className="grid gap-3 sm:grid-cols-3">
        <Figure
          label="Retries"
          value={week.stepRetries + week.actionRetries}
          note={`attempts made again: ${week.stepRetries} of steps, ${week.actionRetries} of actions`}
          href={`${paths.insights(query)}#retries`}
        />
        <Figure
          label="Duplicates avoided"
          value={week.avoidedActions}
          note="actions that would have been sent twice"
          href={`${paths.insights(query)}#avoided`}
        />
        <Figure
          label="Successful resumes"
          value={`${byPerson.passed} of ${byPerson.resumed}`}
          note="got past the step that had stopped the run"
          href={`${paths.insights(query)}#resumes`}
        />
      </div>
    </section>
  );
}
