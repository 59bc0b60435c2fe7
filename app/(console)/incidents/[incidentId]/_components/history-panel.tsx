import { Panel } from "@/components/ui/panel";
import { Timestamp } from "@/components/ui/timestamp";
import type { IncidentView } from "@/lib/api/contract/incident";
import { changeWords } from "./change-words";

/** What was made of it, by whom and why; newest first. */
export function HistoryPanel({ history }: { history: IncidentView["history"] }) {
  return (
    <Panel title="History">
      <ol className="flex flex-col gap-3 text-sm">
        {history.toReversed().map((line) => (
          <li key={line.id}>
            <p>
              <span className="font-medium">{line.by ?? "Its rule"}</span>
              {line.role ? <span className="text-muted"> ({line.role})</span> : null} {changeWords(line)}
            </p>
            {line.reason ? <p className="break-words">“{line.reason}”</p> : null}
            <p className="text-xs text-muted">
              <Timestamp at={line.at} />
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
