"use client";

import { Hand } from "lucide-react";
import type { z } from "zod";
import { actionSentence } from "@/components/ledger/action-sentence";
import { ValidationState } from "@/components/progress/state";
import { LinkButton } from "@/components/ui/link-button";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import type { NowView } from "@/lib/api/contract/views";
import { paths } from "@/lib/client/paths";
import { expirySays, mayDecideAs, type Role, standingApprovals } from "@/lib/progress/validation";
import { StoryRow } from "./story-row";

type Item = z.output<typeof NowView>["approvals"][number];

/** A question to a person. Deciding needs the payloads in view, so this only leads there. */
export function ApprovalStory({ item, role, now }: { item: Item; role: Role; now: number }) {
  const { validation, run, actions } = item;
  const may = mayDecideAs(role, validation.role);
  return (
    <StoryRow
      state={<ValidationState value={validation.state} given={standingApprovals(validation).length} />}
      title={<TextLink href={paths.run(run.id)}>{run.subject ?? run.logicalRunId}</TextLink>}
      since={
        <>
          {run.workflow} · asked <Timestamp at={validation.requestedAt} kind="relative" now={now} />
        </>
      }
      progress={
        <>
          {validation.ask} Decide before <Timestamp at={validation.deadlineAt} />; after that {expirySays(validation)}.
        </>
      }
      actions={
        actions.length === 0
          ? "Nothing is held: the answer alone decides."
          : `Held: ${actions.map(({ action }) => actionSentence(action)).join("; ")}.`
      }
      buttons={
        <LinkButton
          href={paths.approval(validation.id)}
          variant={may ? "primary" : "secondary"}
          icon={<Hand aria-hidden />}
        >
          {may ? "Approve…" : "Look"}
        </LinkButton>
      }
    />
  );
}
