import { visibleText } from "@/lib/visible-text";

export type Difference = { path: string; before?: unknown; after?: unknown };

/** Where two payloads differ, with both values whole: nobody decides on a shortened text. */
export function Differences({
  differences,
  before,
  after,
}: {
  differences: readonly Difference[];
  before: string;
  after: string;
}) {
  return (
    <ul className="flex flex-col gap-3 text-sm">
      {differences.map((difference) => (
        <li key={difference.path} className="min-w-0">
          <code className="font-mono text-xs font-semibold break-all">{visibleText(difference.path)}</code>
          <dl className="mt-1 grid gap-2 sm:grid-cols-2">
            <Side label={before} value={difference.before} className="border-line-strong" />
            <Side label={after} value={difference.after} className="border-attention" />
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Side({ label, value, className }: { label: string; value: unknown; className: string }) {
  return (
    <div className={`min-w-0 border-l-2 pl-2 ${className}`}>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="break-words whitespace-pre-wrap">
        {value === undefined ? (
          <span className="text-faint">nothing</span>
        ) : typeof value === "string" ? (
          visibleText(value)
        ) : (
          <code className="font-mono text-xs">{visibleText(JSON.stringify(value))}</code>
        )}
      </dd>
    </div>
  );
}
