import { Notice } from "@/components/ui/notice";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import { paths } from "@/lib/client/paths";
import type { Hold } from "@/lib/ledger/destination";
import { countText } from "./count-text";
import type { DestinationRow } from "./destination-row";

export function HoldNotice({ row, hold, now }: { row: DestinationRow; hold: Hold; now: number }) {
  const waiting = row.actions.planned ?? 0;
  return (
    <Notice tone="attention" title={`Held by ${hold.by}: nothing is sent there`}>
      <p>
        Since <Timestamp at={hold.at} />: {hold.reason}
      </p>
      <p>
        {waiting > 0 ? (
          <TextLink href={paths.actions({ destination: row.declaration.name, states: ["planned"] })}>
            {countText(waiting)} {waiting === 1 ? "action is" : "actions are"} planned
          </TextLink>
        ) : (
          "No action is planned"
        )}
        . Runs that come to it wait, and go on by themselves after the release.
      </p>
      {row.inFlightUntil !== null && row.inFlightUntil > now ? (
        <p>
          What had begun before may still arrive, until <Timestamp at={row.inFlightUntil} />.
        </p>
      ) : null}
    </Notice>
  );
}
