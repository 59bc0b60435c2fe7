import { Panel } from "@/components/ui/panel";
import { TextLink } from "@/components/ui/text-link";
import { paths } from "@/lib/client/paths";
import { classWords } from "@/lib/review/class-words";
import { plural } from "@/lib/review/figure-text";
import { nearMissWords } from "@/lib/review/near-miss-words";
import { visibleText } from "@/lib/visible-text";
import type { Content } from "./review-view";

/** What came back, and what almost went wrong: both ask for a decision before something happens. */
export function RecurringPanel({ content: { recurring, nearMisses } }: { content: Content }) {
  const nothing = recurring.length === 0 && nearMisses.length === 0;
  return (
    <Panel title="Recurring, and near misses" flush className="print:break-inside-avoid">
      {nothing ? (
        <p className="px-4 py-3 text-sm text-muted">Nothing came back, and nothing came close to being sent twice.</p>
      ) : (
        <ul className="divide-y text-sm">
          {recurring.map(({ signature, incidentId, title, class: itsClass, weeks }) => (
            <li key={signature} className="flex flex-wrap gap-x-3 px-4 py-2">
              <TextLink
                href={paths.incident(incidentId)}
                className="min-w-0 flex-1 basis-72 break-words no-underline hover:underline"
              >
                {visibleText(title)}
              </TextLink>
              <span className="text-muted">{classWords[itsClass]}</span>
              <span>
                {plural(weeks.length, "week")}: {weeks.map((week) => week.slice(5)).join(", ")}
              </span>
            </li>
          ))}
          {nearMisses.map(({ kind, state, count }) => (
            <li key={`${kind} ${state}`} className="flex flex-wrap gap-x-3 px-4 py-2">
              <span className="min-w-0 flex-1 basis-72">Near miss: {nearMissWords[kind].toLowerCase()}</span>
              <span>
                {count} {state.replaceAll("_", " ")}
                {state === "open" ? (
                  <>
                    , <TextLink href={paths.actions({ nearMiss: "open" })}>to be decided</TextLink>
                  </>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
