import { Timestamp } from "@/components/ui/timestamp";
import type { DestinationRow } from "./destination-row";

/** Who stopped and restarted it; refused tries included. */
export function HoldHistory({ commands }: { commands: DestinationRow["commands"] }) {
  if (commands.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-muted marker:text-faint">What operators did here</summary>
      <ol className="mt-1.5 flex flex-col gap-1">
        {commands.map((command) => (
          <li key={command.id}>
            {command.by} {words[command.kind]?.[command.state === "refused" ? "tried" : "did"] ?? command.kind}
            {command.reason ? <> (“{command.reason}”)</> : null}{" "}
            <span className="text-xs text-muted">
              <Timestamp at={command.at} />
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

const words: Partial<Record<DestinationRow["commands"][number]["kind"], { did: string; tried: string }>> = {
  hold: { did: "held it", tried: "tried to hold it" },
  release: { did: "released it", tried: "tried to release it" },
  check: { did: "had all its unknown outcomes looked up", tried: "tried to have its unknown outcomes looked up" },
};
