import type { z } from "zod";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import type { SettingsView } from "@/lib/api/contract/settings";
import { MessageRow } from "./message-row";

type Webhook = z.output<typeof SettingsView>["webhook"];

/** Where people are told of what needs them, and whether it arrived there. */
export function WebhookPanel({ webhook, now }: { webhook: Webhook; now: number }) {
  const { origin, counts, messages } = webhook;
  return (
    <Panel
      title="Webhook"
      note={origin ? <span className="font-mono break-all">{origin}</span> : "not set up"}
      flush={messages.length > 0}
    >
      {origin === null ? <NotSetUp /> : null}
      {origin !== null && messages.length === 0 ? (
        <EmptyState title="Nothing was to be told yet">
          A message is sent when a run needs a person, an outcome stays unknown for five minutes, something may have
          happened twice, a window is about to close, or an approval is asked or due.
        </EmptyState>
      ) : null}
      {messages.length > 0 ? (
        <>
          <p className="px-4 pt-3 text-sm text-muted">
            {counts.delivered} delivered, {counts.waiting} to be tried, {counts.givenUp} given up.
            {messages.length < counts.delivered + counts.waiting + counts.givenUp
              ? ` The newest ${messages.length} are shown.`
              : null}
          </p>
          {counts.givenUp > 0 ? (
            <div className="px-4 pt-3">
              <Notice tone="attention" title="Some messages never arrived">
                The receiver was away for longer than the tries last. What they told of is on the pages they link to.
              </Notice>
            </div>
          ) : null}
          <ul aria-label="Messages, newest first" className="divide-y pt-2">
            {messages.map((message) => (
              <MessageRow key={message.id} message={message} now={now} />
            ))}
          </ul>
        </>
      ) : null}
    </Panel>
  );
}

function NotSetUp() {
  return (
    <EmptyState title="Nobody is told yet">
      Set <code>WEBHOOK_URL</code> and <code>WEBHOOK_SECRET</code> where the console and its workers are started, then
      start them again. Each message is signed and carries ids, names, a state and a link, never a payload. To try it,
      run <code>npm run webhook-receiver</code> with the same two settings.
    </EmptyState>
  );
}
