import { Notice } from "@/components/ui/notice";
import type { RunbooksView } from "./runbook-view";

/** Files that cannot be used, each with its line and what to do. */
export function RunbookProblems({ problems }: { problems: RunbooksView["problems"] }) {
  if (problems.length === 0) return null;
  const files = new Set(problems.map(({ file }) => file)).size;
  return (
    <Notice
      tone="attention"
      title={
        files === 1
          ? "One file cannot be used, and counts as not there"
          : `${files} files cannot be used, and count as not there`
      }
    >
      <ul className="mt-1 flex flex-col gap-1">
        {problems.map(({ file, line, message, nextStep }) => (
          <li key={`${file} ${line} ${message}`} className="break-words">
            <span className="font-mono text-xs">
              {file}
              {line > 0 ? `:${line}` : ""}
            </span>{" "}
            {message} {nextStep}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
