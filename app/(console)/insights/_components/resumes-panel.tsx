"use client";

import { useQueryState } from "nuqs";
import type { z } from "zod";
import { BarsPanel } from "@/components/charts/bars-panel";
import type { Series } from "@/components/charts/series";
import { formatShare } from "@/components/charts/share";
import { Button } from "@/components/ui/button";
import { Figure } from "@/components/ui/figure";
import { shortId } from "@/components/ui/short-id";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import type { Insights } from "@/lib/api/contract/views";
import { paths } from "@/lib/client/paths";
import { keyOf } from "./days";
import { beforeNote, beforeOn, notes, type Shown } from "./view";

type Resume = z.output<typeof Insights>["resumes"][number];
const ends = ["finished", "passed", "stuck"] as const;
type End = (typeof ends)[number];

const series: readonly (Series & { key: End })[] = [
  { key: "finished", label: "Run finished", tone: "ok" },
  { key: "passed", label: "Passed the failing step", tone: "info", texture: "dots" },
  { key: "stuck", label: "No new checkpoint", tone: "attention", texture: "hatch" },
];

/** What each headline figure counts, so that it opens exactly these. */
const figures = {
  resumed: { label: "Resumed", counts: ({ kind }: Resume) => kind === "resume" },
  passed: { label: "Passed the failing step", counts: (r: Resume) => r.kind === "resume" && r.passed },
  finished: { label: "Finished", counts: (r: Resume) => r.kind === "resume" && r.passed && r.finished },
  clean: {
    label: "Without a duplicate",
    counts: (r: Resume) => r.kind === "resume" && r.passed && r.finished && !r.duplicated,
  },
  itself: { label: "Recovered by itself", counts: ({ kind }: Resume) => kind === "recovery" },
};
type FigureName = keyof typeof figures;
const isFigure = (name: string): name is FigureName => Object.hasOwn(figures, name);

const endOf = (resume: Resume): End =>
  resume.finished && resume.passed ? "finished" : resume.passed ? "passed" : "stuck";

export function ResumesPanel({ shown }: { shown: Shown }) {
  const { insights, days } = shown;
  const { range, byPerson, byItself } = insights;
  const [opened, setOpened] = useQueryState("resumes");
  const pressed = insights.resumes.filter((resume) => resume.kind === "resume");
  const keyed = pressed.map((resume) => ({ resume, key: `${keyOf(resume.at, range.zone)}.${endOf(resume)}` }));
  const rowsHref = (list: string) => `${paths.insights({ from: range.from, to: range.to, resumes: list })}#resumes`;
  const figure = (name: FigureName, value: number) => ({ label: figures[name].label, value, href: rowsHref(name) });
  return (
    <section id="resumes" className="flex flex-col gap-3">
      <BarsPanel
        title="Successful resumes"
        zone={range.zone}
        n={byPerson.resumed}
        unit="resumes by a person"
        definition="Successful: after it a new checkpoint beyond the one it started from was stored, or the run finished, before anybody resumed it again."
        summary={
          byPerson.resumed === 0
            ? "Nobody resumed a run."
            : `${formatShare(byPerson.passed, byPerson.resumed)} resumes got past the step that had stopped the run.`
        }
        figures={
          <div className="grid grid-cols-2 gap-3 lg:grid-cols-5">
            <Figure
              {...figure("resumed", byPerson.resumed)}
              note={notes(
                "by a person",
                beforeNote(shown, (b) => b.byPerson.resumed),
              )}
            />
            <Figure {...figure("passed", byPerson.passed)} note={beforeNote(shown, (b) => b.byPerson.passed)} />
            <Figure {...figure("finished", byPerson.finished)} note={beforeNote(shown, (b) => b.byPerson.finished)} />
            <Figure
              {...figure("clean", byPerson.finishedWithoutDuplicate)}
              note={beforeNote(shown, (b) => b.byPerson.finishedWithoutDuplicate)}
            />
            <Figure {...figure("itself", byItself.resumed)} note={`${byItself.passed} got past it; counted apart`} />
          </div>
        }
        points={days.map((day, index) => ({
          key: day.key,
          label: day.label,
          partial: day.partial,
          values: Object.fromEntries(
            ends.map((end) => [end, keyed.filter(({ key }) => key === `${day.key}.${end}`).length]),
          ),
          before: beforeOn(
            shown,
            index,
            (b, on) => b.resumes.filter(({ kind, at }) => kind === "resume" && keyOf(at, range.zone) === on.key).length,
          ),
        }))}
        series={series}
        hrefOf={(point, bar) => (bar ? rowsHref(`${point.key}.${bar.key}`) : null)}
      />
      {opened ? (
        <Rows
          title={titleOf(opened)}
          rows={
            isFigure(opened)
              ? insights.resumes.filter(figures[opened].counts)
              : keyed.filter(({ key }) => key === opened).map(({ resume }) => resume)
          }
          onClose={() => setOpened(null)}
        />
      ) : null}
    </section>
  );
}

function Rows({ title, rows, onClose }: { title: string; rows: readonly Resume[]; onClose: () => void }) {
  return (
    <section aria-label={title} className="rounded-xl border bg-surface">
      <header className="flex min-h-11 items-center gap-3 border-b px-4 text-sm font-semibold">
        {title} <span className="font-normal text-muted">{rows.length}</span>
        <Button size="sm" variant="ghost" className="ml-auto" onClick={onClose}>
          Close
        </Button>
      </header>
      {rows.length === 0 ? <p className="px-4 py-3 text-sm text-muted">None.</p> : null}
      <ul className="divide-y">
        {rows.map((resume) => (
          <li key={resume.executionId} className="flex flex-wrap gap-x-4 px-4 py-2 text-sm">
            <TextLink href={paths.run(resume.runId)}>{shortId("run", resume.runId)}</TextLink>
            <Timestamp at={resume.at} />
            {resume.duplicated ? <span className="text-danger">an action of it has two effects</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function titleOf(opened: string): string {
  if (isFigure(opened)) return `Resumes: ${figures[opened].label.toLowerCase()}`;
  const [day, end] = opened.split(".");
  return `Resumes of ${day}: ${series.find(({ key }) => key === end)?.label.toLowerCase() ?? "unknown"}`;
}
