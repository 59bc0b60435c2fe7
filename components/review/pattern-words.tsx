import type { Patterns } from "@/lib/review/runbook";

/** What a runbook is opened for: "destination crm or queue, state blocked". */
export function PatternWords({ patterns }: { patterns: Patterns }) {
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-0.5">
      {Object.entries(patterns).map(([key, values]) => (
        <span key={key}>
          <span className="text-muted">{key}</span>{" "}
          <span className="font-mono text-xs break-all">{(values ?? []).join(" or ")}</span>
        </span>
      ))}
    </span>
  );
}
