import { ArrowUp } from "lucide-react";

/** Waits at the top of the list while somebody reads further down. */
export function NewRowsBar({
  count,
  one,
  many,
  onShow,
}: {
  count: number;
  /** What a row is: "run", "runs". */
  one: string;
  many: string;
  onShow: () => void;
}) {
  return (
    <div role="status" className="sticky top-(--bar-height) z-3">
      {count > 0 ? (
        <button
          type="button"
          onClick={() => {
            onShow();
            window.scrollTo({ top: 0 });
          }}
          className="flex h-9 w-full items-center justify-center gap-1.5 border-b bg-info-soft text-sm font-medium text-info-on-soft outline-offset-[-2px] max-sm:h-11"
        >
          <ArrowUp aria-hidden className="size-4" />
          {count} new {count === 1 ? one : many}
        </button>
      ) : null}
    </div>
  );
}
