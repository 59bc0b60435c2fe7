"use client";

import { useState } from "react";
import { toast } from "sonner";
import { CommandFailureNotice } from "@/components/command/command-failure";
import { useCommand } from "@/components/command/use-command";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import { TextArea } from "@/components/ui/text-area";
import { reviewCommands } from "@/lib/client/review-queries";
import type { Role } from "@/lib/progress/validation";
import { visibleText } from "@/lib/visible-text";
import { beginDraft, type Draft, overtakenBy } from "./paragraph-draft";
import type { View } from "./review-view";
import { whyNotChange } from "./why-not-change";

/** The week in a few sentences: made from the figures, until a person writes their own. */
export function ParagraphPanel({ view, role }: { view: View; role: Role }) {
  const { content, review } = view;
  const [draft, setDraft] = useState<Draft | null>(null);
  const command = useCommand({
    send: (nonce, paragraph: string | null) =>
      reviewCommands(content.week).write({ nonce, revision: review?.revision ?? 1, paragraph }),
    onAccepted: () => {
      toast.success("The paragraph is saved");
      setDraft(null);
    },
    about: review?.revision,
  });
  const overtaken = draft === null ? null : overtakenBy(draft, content);
  const off = whyNotChange(view, role, "edit");
  return (
    <Panel
      title="In short"
      note={content.paragraphBy === null ? "written from the figures" : `written by ${content.paragraphBy}`}
      className="print:break-inside-avoid"
      actions={
        draft === null && review?.state !== "frozen" ? (
          <span data-print="off">
            <Button size="sm" disabledReason={off} onClick={() => setDraft(beginDraft(content))}>
              Edit
            </Button>
          </span>
        ) : null
      }
    >
      {draft === null ? (
        <p className="max-w-[75ch] text-base leading-relaxed whitespace-pre-line">{visibleText(content.paragraph)}</p>
      ) : (
        <div className="flex max-w-[75ch] flex-col gap-3">
          {overtaken ? (
            <Notice tone="attention" live="alert" title={`${overtaken.by} wrote here meanwhile. Saving replaces it:`}>
              <p className="whitespace-pre-line">{visibleText(overtaken.text)}</p>
            </Notice>
          ) : null}
          {command.failure ? <CommandFailureNotice failure={command.failure} failed="It was not saved" /> : null}
          <TextArea
            label="The week in short"
            rows={6}
            maxLength={4_000}
            value={draft.text}
            onChange={(event) => setDraft({ ...draft, text: event.target.value })}
          />
          <div className="flex flex-wrap gap-2">
            <Button
              variant="primary"
              pending={command.pending}
              pendingLabel="Saving…"
              disabledReason={draft.text.trim() === "" ? "Write something first." : null}
              onClick={() => command.press(draft.text)}
            >
              Save
            </Button>
            <Button onClick={() => setDraft(null)}>Cancel</Button>
            {content.paragraphBy === null ? null : (
              <Button variant="ghost" onClick={() => command.press(null)}>
                Take the one from the figures
              </Button>
            )}
          </div>
        </div>
      )}
    </Panel>
  );
}
