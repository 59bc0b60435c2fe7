import { Duration } from "@/components/ui/duration";
import { Timestamp } from "@/components/ui/timestamp";
import { automaticLookUpsMax, type NextLookUp } from "@/lib/ledger/look-up";
import { atStart } from "./destination-title";

/** What the product will ask by itself, and when; or why it will not. */
export function NextLookUpLine({ next, now }: { next: NextLookUp; now: number }) {
  if (next.at === null)
    return next.why === null ? null : <span className="block text-sm text-muted">{atStart(next.why)}</span>;
  return (
    <span className="block text-sm">
      Looked up automatically at <Timestamp at={next.at} />
      {next.at > now ? (
        <>
          , in <Duration from={now} to={next.at} />
        </>
      ) : (
        ", now due"
      )}{" "}
      <span className="text-muted">
        (look {next.number} of {automaticLookUpsMax})
      </span>
    </span>
  );
}
