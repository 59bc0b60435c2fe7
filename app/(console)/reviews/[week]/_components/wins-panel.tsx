import { Figure } from "@/components/ui/figure";
import { Panel } from "@/components/ui/panel";
import { paths } from "@/lib/client/paths";
import { lengthText, plural, shareText } from "@/lib/review/figure-text";
import type { Content } from "./review-view";

export function WinsPanel({ content: { wins, from, to } }: { content: Content }) {
  const { avoidedByType, byPerson, byItself, workSaved } = wins;
  const avoided = avoidedByType.reduce((sum, { actions }) => sum + actions, 0);
  return (
    <Panel title="Wins" className="print:break-inside-avoid">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4 print:grid-cols-2">
        <Figure
          label="Duplicates avoided"
          value={avoided}
          note={avoidedByType.map(({ type, actions }) => `${type} ${actions}`).join(" · ") || "none had to be"}
          href={paths.actions({ avoided: "any", from, to })}
        />
        <Figure
          label="Resumes that got past the step"
          value={unbroken(shareText(byPerson.passed, byPerson.resumed))}
          note={`${byPerson.finished} finished, ${byPerson.finishedWithoutDuplicate} of them without a duplicate`}
          href={`${paths.insights({ from, to, resumes: "resumed" })}#resumes`}
        />
        <Figure
          label="Recoveries by themselves"
          value={unbroken(shareText(byItself.passed, byItself.resumed))}
          note="got past the step; counted apart"
        />
        <Figure
          label="Work saved"
          value={lengthText(workSaved.tookMs)}
          note={`${plural(workSaved.steps, "step")} taken from checkpoints`}
        />
      </div>
    </Panel>
  );
}

/** A percentage stays on one line. */
const unbroken = (text: string): string => text.replace(/ (?=%)/g, "\u00a0");
