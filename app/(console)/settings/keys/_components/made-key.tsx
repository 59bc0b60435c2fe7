import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";

/** The one moment in which a key can be read. */
export function MadeKey({ made }: { made: string | null }) {
  if (made === null) {
    return (
      <Notice tone="attention" title="It was made, and its key is gone">
        The answer that held the key did not arrive, and it is shown once only. Revoke this one and make another.
      </Notice>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <Notice tone="attention" title="Copy it now: it is shown once">
        Only its hash is kept here. Give it to the program as a secret, never in code.
      </Notice>
      <div className="flex flex-wrap items-center gap-2 rounded-lg border bg-canvas p-3">
        <code className="min-w-0 flex-1 font-mono text-sm wrap-anywhere" data-testid="made-key">
          {made}
        </code>
        <CopyButton text={made} variant="secondary" />
      </div>
    </div>
  );
}
