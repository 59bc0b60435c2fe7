"use client";

import { RotateCw } from "lucide-react";
import { Button } from "./button";
import { CopyableId } from "./copyable-id";
import { Notice } from "./notice";

/** Could not load. Never shown as empty: whatever should stand here may well exist. */
export function LoadError({
  what,
  reason,
  requestId,
  onRetry,
  retrying = false,
}: {
  /** "the runs": completes "Could not load …". */
  what: string;
  reason: string;
  requestId?: string;
  onRetry?: () => void;
  retrying?: boolean;
}) {
  return (
    <Notice
      tone="danger"
      live="polite"
      className="m-4"
      title={`Could not load ${what}`}
      actions={
        onRetry ? (
          <Button size="sm" icon={<RotateCw aria-hidden />} pending={retrying} pendingLabel="Trying…" onClick={onRetry}>
            Try again
          </Button>
        ) : null
      }
    >
      <p>{reason}</p>
      {requestId ? (
        <p className="mt-1 flex items-center gap-1 text-xs text-muted">
          Request <CopyableId value={requestId} className="min-w-0" />
        </p>
      ) : null}
    </Notice>
  );
}
