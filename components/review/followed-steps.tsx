import { ListChecks } from "lucide-react";
import type { z } from "zod";
import { Markdown } from "@/components/ui/markdown";
import { Panel } from "@/components/ui/panel";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import type { FollowedStep, RunbookAsk } from "@/lib/api/contract/runbook";
import { paths } from "@/lib/client/paths";

type Step = z.output<typeof FollowedStep>;

/** Which steps of which runbooks were followed about this, in the words they had then. Nothing is shown of none. */
export function FollowedSteps({
  steps,
  about,
  className,
}: {
  steps: readonly Step[];
  about: z.input<typeof RunbookAsk>;
  className?: string;
}) {
  if (steps.length === 0) return null;
  const slugs = [...new Set(steps.map(({ slug }) => slug))];
  return (
    <Panel title="Steps followed" icon={<ListChecks aria-hidden />} className={className}>
      <div className="flex flex-col gap-4">
        {slugs.map((slug) => (
          <section key={slug} aria-label={`Runbook ${slug}`} className="flex flex-col gap-2 text-sm">
            <p className="text-xs text-muted">
              Runbook <TextLink href={paths.runbook(slug, about)}>{slug}</TextLink>
            </p>
            <ol className="flex flex-col gap-2">
              {steps
                .filter((step) => step.slug === slug)
                .map((step) => (
                  <li key={step.id} className={step.undone ? "text-muted" : undefined}>
                    <div className={step.undone ? "line-through" : undefined}>
                      <Markdown text={step.text} />
                    </div>
                    <p className="text-xs text-muted">
                      {step.by}, <Timestamp at={step.at} />
                      {step.undone ? (
                        <>
                          ; taken back by {step.undone.by}, <Timestamp at={step.undone.at} />
                        </>
                      ) : null}
                    </p>
                  </li>
                ))}
            </ol>
          </section>
        ))}
      </div>
    </Panel>
  );
}
