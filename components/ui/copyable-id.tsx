"use client";

import { Check, Copy } from "lucide-react";
import { classNames } from "./class-names";
import { useCopy } from "./copy";
import { Tooltip } from "./tooltip";

/** An id that copies itself in full at a click; shift-click copies its link. */
export function CopyableId({
  value,
  label = value,
  path,
  className,
}: {
  value: string;
  /** The short form shown, "run_9f3k". */
  label?: string;
  /** Path of its page, made absolute when copied. */
  path?: string;
  className?: string;
}) {
  const { copied, copy } = useCopy();
  const button = (
    <button
      type="button"
      onClick={(event) => copy(event.shiftKey && path ? new URL(path, location.href).href : value)}
      className={classNames(
        "group relative z-1 -ml-1 inline-flex min-h-6 max-w-full items-center gap-1 rounded-sm px-1 font-mono text-xs text-muted hover:bg-hover hover:text-ink",
        className,
      )}
    >
      <span className="sr-only">Copy id </span>
      <span className="truncate">{label}</span>
      {copied ? (
        <Check aria-hidden className="size-3 shrink-0 text-ok" />
      ) : (
        <Copy aria-hidden className="size-3 shrink-0 text-faint group-hover:text-ink" />
      )}
      <span role="status" className="sr-only">
        {copied ? "Copied" : ""}
      </span>
    </button>
  );
  return <Tooltip content={<IdHint value={value} linked={path !== undefined} />} render={button} />;
}

function IdHint({ value, linked }: { value: string; linked: boolean }) {
  return (
    <>
      <span className="font-mono break-all">{value}</span>
      <br />
      Click copies{linked ? ", shift-click copies the link" : ""}
    </>
  );
}
