import { ArrowDown, ArrowUp, Equal } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { Panel } from "@/components/ui/panel";
import { TextLink } from "@/components/ui/text-link";
import { toneInk } from "@/components/ui/tone";
import { figureMeaning, sizeOf } from "@/lib/review/figure";
import { figureText } from "@/lib/review/figure-text";
import { targetText } from "@/lib/review/target";
import { figureHref } from "./figure-href";
import type { Content, FigureRow } from "./review-view";

/** This week, against the last, the four before and the target. */
export function NumbersPanel({ content }: { content: Content }) {
  const cell = "px-3 py-1.5 text-right whitespace-nowrap first:pl-4 last:pr-4 print:px-1.5 print:py-1";
  return (
    <Panel title="Numbers" note={content.partial ? "so far" : null} flush className="print:break-inside-avoid">
      <section
        aria-label="Numbers, as a table"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto outline-offset-[-2px] print:overflow-visible"
      >
        <table className="w-full border-collapse text-sm print:text-xs">
          <thead>
            <tr className="border-b text-xs text-muted">
              <td className={cell} />
              {["This week", "Last week", "Four-week mean", "Target", "Change"].map((head) => (
                <th key={head} scope="col" className={classNames(cell, "font-medium")}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y">
            {content.figures.map((line) => (
              <tr key={line.key}>
                <th
                  scope="row"
                  className={classNames(
                    cell,
                    "sticky left-0 bg-surface text-left font-normal max-sm:whitespace-normal print:whitespace-normal",
                  )}
                >
                  {figureMeaning[line.key].label}
                </th>
                <td className={classNames(cell, "font-semibold")}>
                  <Value line={line} href={figureHref(line.key, content)} />
                </td>
                <td className={classNames(cell, "text-muted")}>
                  {line.last === null ? "–" : figureText(line.key, line.last)}
                </td>
                <td className={classNames(cell, "text-muted")}>
                  {line.mean === null ? "–" : figureText(line.key, line.mean)}
                </td>
                <td className={cell}>
                  <TargetCell line={line} />
                </td>
                <td className={classNames(cell, "print:whitespace-normal")}>
                  <Change line={line} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}

/** Nothing was counted: nothing is there to be opened. */
function Value({ line: { key, value }, href }: { line: FigureRow; href: string | null }) {
  const text = figureText(key, value);
  if (href === null || (sizeOf(value) ?? 0) === 0) return <>{text}</>;
  return (
    <TextLink href={href} className="inline-flex min-h-6 items-center">
      {text}
    </TextLink>
  );
}

function TargetCell({ line: { value, target, met } }: { line: FigureRow }) {
  if (target === null) return <span className="text-faint">–</span>;
  return (
    <>
      {targetText(value, target)}
      {met === null ? null : (
        <span className={classNames("ml-1.5 text-xs", met ? toneInk.ok : toneInk.attention)}>
          {met ? "met" : "missed"}
        </span>
      )}
    </>
  );
}

function Change({ line: { change, judgement } }: { line: FigureRow }) {
  if (change === null) return <span className="text-faint">–</span>;
  if (judgement === null) return <>{change}</>;
  const Icon = judgement === "same" ? Equal : change.startsWith("+") ? ArrowUp : ArrowDown;
  const tone = judgement === "better" ? "ok" : judgement === "worse" ? "attention" : "neutral";
  return (
    <span className={classNames("inline-flex items-center gap-1 [&_svg]:size-3.5", toneInk[tone])}>
      <Icon aria-hidden />
      {change} {judgement}
    </span>
  );
}
