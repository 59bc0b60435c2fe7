"use client";

import { Notice } from "@/components/ui/notice";
import { Timestamp } from "@/components/ui/timestamp";
import { ApiError } from "@/lib/client/api";

/** What came of a click that did not resume: who was faster, what is in the way, or that nobody answered. */
export function ResumeRefusal({ error }: { error: Error }) {
  if (!(error instanceof ApiError)) {
    return (
      <Notice tone="danger" live="alert" title="It is not known whether it was resumed">
        The answer could not be read. Pressing again is safe: the same click is never done twice.
      </Notice>
    );
  }
  if (error.code === "already_resumed") {
    const { by, at } = winner(error.facts);
    return (
      <Notice tone="attention" live="alert" title={by ? `${by} resumed it already` : "It was resumed already"}>
        {at === null ? null : (
          <p>
            <Timestamp at={at} />
          </p>
        )}
        <p>Nothing happened twice. Close this and watch what that resume does.</p>
      </Notice>
    );
  }
  if (error.httpCode === 0 || error.httpCode >= 500) {
    return (
      <Notice tone="danger" live="alert" title="No answer">
        <p>{error.message}</p>
        <p>Pressing again is safe: the same click is never done twice.</p>
      </Notice>
    );
  }
  return (
    <Notice tone="attention" live="alert" title="Not resumed">
      {error.message}
    </Notice>
  );
}

function winner(facts: unknown): { by: string | null; at: number | null } {
  if (typeof facts !== "object" || facts === null) return { by: null, at: null };
  const by = "by" in facts && typeof facts.by === "string" ? facts.by : null;
  const at = "at" in facts && typeof facts.at === "number" ? facts.at : null;
  return { by, at };
}
