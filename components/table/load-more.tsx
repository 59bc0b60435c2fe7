import { ChevronDown } from "lucide-react";
import { Button } from "@/components/ui/button";

export type LoadMoreProps = {
  /** Rows on the screen. */
  shown: number;
  /** All rows, where counting them is cheap. */
  total?: number;
  hasMore: boolean;
  loading: boolean;
  onLoadMore: () => void;
};

/** A button instead of endless scroll: the end of the page stays reachable, and so does the place one was reading. */
export function LoadMore({ shown, total, hasMore, loading, onLoadMore }: LoadMoreProps) {
  return (
    <div className="flex items-center justify-between gap-3 border-t px-4 py-2 text-xs text-muted">
      <span role="status">
        {shown} shown{total === undefined ? (hasMore ? "" : ", that is all") : ` of ${total}`}
      </span>
      {hasMore ? (
        <Button
          size="sm"
          icon={<ChevronDown aria-hidden />}
          pending={loading}
          pendingLabel="Loading…"
          onClick={onLoadMore}
        >
          Load more
        </Button>
      ) : null}
    </div>
  );
}
