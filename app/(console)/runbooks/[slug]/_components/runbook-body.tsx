"use client";

import type { z } from "zod";
import { Markdown } from "@/components/ui/markdown";
import { Panel } from "@/components/ui/panel";
import type { RunbookView } from "@/lib/api/contract/runbook";
import { runbookLinks } from "@/lib/client/runbook-links";
import type { Role } from "@/lib/progress/validation";
import { FormerTicks } from "./former-ticks";
import { RunbookStep } from "./runbook-step";

type View = z.output<typeof RunbookView>;
type Block = View["runbook"]["blocks"][number];

/** Its sections, the numbered steps with a box each where it was opened about something. */
export function RunbookBody({ view, role }: { view: View; role: Role }) {
  const { runbook, context } = view;
  const incidentId = context?.object.kind === "incident" ? context.object.id : null;
  const links = runbookLinks(context === null ? {} : { ...context, incidentId });
  const hashes = runbook.blocks.flatMap((block) => (block.kind === "steps" ? block.steps.map(({ hash }) => hash) : []));
  return (
    <>
      {sectionsOf(runbook.blocks).map(({ section, blocks }) => (
        <Panel key={section ?? ""} title={section ?? "What it is about"}>
          <div className="flex flex-col gap-3">
            {blocks.map((block, at) =>
              block.kind === "text" ? (
                block.markdown === "" ? null : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place
                  <Markdown key={at} text={block.markdown} links={links} />
                )
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place
                <ol key={at} className="flex flex-col gap-1">
                  {block.steps.map((step) => (
                    <RunbookStep
                      key={step.hash}
                      slug={runbook.slug}
                      step={step}
                      context={context}
                      links={links}
                      role={role}
                    />
                  ))}
                </ol>
              ),
            )}
          </div>
        </Panel>
      ))}
      <FormerTicks ticks={(context?.followed ?? []).filter(({ hash, undone }) => !hashes.includes(hash) && !undone)} />
    </>
  );
}

function sectionsOf(blocks: readonly Block[]): { section: string | null; blocks: Block[] }[] {
  const sections: { section: string | null; blocks: Block[] }[] = [];
  for (const block of blocks) {
    const last = sections.at(-1);
    if (last && last.section === block.section) last.blocks.push(block);
    else sections.push({ section: block.section, blocks: [block] });
  }
  return sections;
}
