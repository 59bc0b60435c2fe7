import { BookOpen } from "lucide-react";
import type { z } from "zod";
import { CopyButton } from "@/components/ui/copy-button";
import { TextLink } from "@/components/ui/text-link";
import type { RunbookAsk, RunbookPointer } from "@/lib/api/contract/runbook";
import { paths } from "@/lib/client/paths";

/** To the runbook that fits, opened about the matter at hand; or that there is none, and how to begin one. */
export function RunbookLink({
  pointer,
  about,
  none,
}: {
  pointer: z.output<typeof RunbookPointer>;
  about: z.input<typeof RunbookAsk>;
  /** Said where none fits. */
  none: string;
}) {
  const { best, ties, template } = pointer;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <BookOpen aria-hidden className="size-4 shrink-0 text-faint" />
      {best ? (
        <>
          <span>
            Runbook: <TextLink href={paths.runbook(best.slug, about)}>{best.title}</TextLink>
          </span>
          {ties.length > 0 ? (
            <span className="text-muted">
              as well as{" "}
              {ties.map(({ slug, title }, at) => (
                <span key={slug}>
                  {at > 0 ? ", " : ""}
                  <TextLink href={paths.runbook(slug, about)}>{title}</TextLink>
                </span>
              ))}
              : they fit equally, and nobody said which one is meant.
            </span>
          ) : null}
        </>
      ) : (
        <>
          <span className="text-muted">{none}</span>
          {template ? <CopyButton text={template} label="Copy a template" variant="secondary" /> : null}
        </>
      )}
    </p>
  );
}
