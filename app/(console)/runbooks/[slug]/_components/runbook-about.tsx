import type { z } from "zod";
import { Notice } from "@/components/ui/notice";
import { TextLink } from "@/components/ui/text-link";
import type { RunbookView } from "@/lib/api/contract/runbook";
import { runbookLinks } from "@/lib/client/runbook-links";

/** What the runbook was opened about, or how to open it about something. */
export function RunbookAbout({ context }: { context: z.output<typeof RunbookView>["context"] }) {
  if (context === null) {
    return (
      <Notice tone="neutral" title="Opened about nothing">
        Open it from a run, an action or an incident: its steps can then be ticked, and its links lead to the buttons
        there.
      </Notice>
    );
  }
  const { kind } = context.object;
  const links = runbookLinks({ ...context, incidentId: kind === "incident" ? context.object.id : null });
  return (
    <Notice
      tone="info"
      title={
        <>
          About the {kind} <TextLink href={links[kind] ?? "/"}>{context.name}</TextLink>
        </>
      }
    >
      What you tick is kept with your name, and shown there. Links lead to buttons; nothing is pressed for you.
    </Notice>
  );
}
