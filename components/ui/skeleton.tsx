import { classNames } from "./class-names";

/** Shaped like what will come; invisible for the first 200 ms, as most answers are faster than that. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={classNames("block h-4 animate-appear-late rounded-sm bg-neutral-soft", className)} />
  );
}

export function SkeletonLines({ lines = 3, label = "Loading" }: { lines?: number; label?: string }) {
  return (
    <div role="status" className="flex flex-col gap-2.5">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never reordered
        <Skeleton key={index} className={index === lines - 1 ? "w-1/2" : "w-full"} />
      ))}
    </div>
  );
}
