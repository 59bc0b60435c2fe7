"use client";

import { CopyButton } from "@/components/ui/copy-button";
import { Timestamp } from "@/components/ui/timestamp";
import { visibleText } from "@/lib/visible-text";
import type { FoundError } from "./subject";

export function ErrorPanel({ errors }: { errors: readonly FoundError[] }) {
  if (errors.length === 0) return <p className="text-sm text-muted">No error was recorded here.</p>;
  return (
    <ol className="flex flex-col gap-4">
      {errors.map(({ title, at, error }) => (
        <li key={`${title}${at}`}>
          <div className="flex items-start justify-between gap-2">
            <p className="text-sm">
              <span className="font-semibold">{error.name}</span> <span className="text-muted">in {title}</span>
            </p>
            <CopyButton text={`${error.name}: ${error.message}\n${error.stack ?? ""}`} />
          </div>
          {at === null ? null : <Timestamp at={at} className="text-xs text-muted" />}
          <p className="mt-1 text-sm break-words text-danger-on-soft">{visibleText(error.message)}</p>
          {error.stack ? (
            <details className="mt-1">
              <summary className="text-xs text-muted">Stack</summary>
              <pre className="mt-1 overflow-x-auto rounded-md bg-canvas p-2 font-mono text-2xs whitespace-pre-wrap">
                {error.stack}
              </pre>
            </details>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
