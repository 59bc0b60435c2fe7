"use client";

import { useState } from "react";
import { toast } from "sonner";
import { useCommand } from "@/components/command/use-command";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import { TextArea } from "@/components/ui/text-area";
import { visibleText } from "@/components/ui/visible-text";
import { reviewCommands } from "@/lib/client/review-queries";
import type { Role } from "@/lib/progress/validation";
import type { View } from "./review-view";
import { whyNotChange } from "./why-not-change";

/** The week in a few sentences: made from the figures, until a person writes their own. */
export function ParagraphPanel({ view, role }: { view: View; role: Role }) {
  const { content, review } = view;
  const [draft, setDraft] = useState<string | null>(null);
  const command = useCommand({
    send: (nonce, paragraph: string | null) =>
      reviewCommands(content.week).write({ nonce, revision: review?.revision ?? 1, paragraph }),
    onAccepted: () => {
      toast.success("The paragraph is saved");
      setDraft(null);
    },
  });
  const off = whyNotChange(view, role, "edit");
  return (
    <Panel
      title="In short"
      note={content.paragraphBy === null ? "written from the figures" : `written by ${content.paragraphBy}`}
      className="print:break-inside-avoid"
      actions={
        draft === null && review?.state !== "frozen" ? (
          <span data-print="off">
            <Button size="sm" disabledReason={off} onClick={() => setDraft(content.paragraph)}>
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
          {command.failure ? (
            <Notice tone="danger" live="alert" title="Not known to be saved">
              {command.failure.message}
            </Notice>
          ) : null}
          <TextArea
            label="The week in short"
            rows={6}
            maxLength={4_000}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
          />
          <div className="flex flex-wrap gap-2">
            <Button
              variant="primary"
              pending={command.pending}
              pendingLabel="Saving…"
              disabledReason={draft.trim() === "" ? "Write something first." : null}
              onClick={() => command.press(draft)}
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
