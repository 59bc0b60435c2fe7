import type { z } from "zod";
import { atStart } from "@/components/ledger/destination-title";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { Timestamp } from "@/components/ui/timestamp";
import type { NowView } from "@/lib/api/contract/views";
import { paths } from "@/lib/client/paths";
import { holdReasonShort } from "@/lib/ledger/destination";

/** Above everything else: while a destination is held, runs that look as if they waited for nothing wait for this. */
export function HeldDestinations({ holds, now }: { holds: z.output<typeof NowView>["holds"]; now: number }) {
  return holds.map(({ name, title, hold }) => (
    <Notice
      key={name}
      tone="attention"
      title={`${atStart(title)} is held: nothing is sent there`}
      actions={
        <LinkButton size="sm" href={paths.destinations(name)}>
          See and release
        </LinkButton>
      }
    >
      {hold.by}, <Timestamp at={hold.at} kind="relative" now={now} />: {holdReasonShort(hold.reason)}
    </Notice>
  ));
}
