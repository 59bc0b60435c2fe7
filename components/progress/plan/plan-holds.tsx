import { Notice } from "@/components/ui/notice";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import { paths } from "@/lib/client/paths";
import type { Plan } from "./plan";

/** A resume is possible while a destination is held; it only will not get past it. */
export function PlanHolds({ holds }: { holds: Plan["holds"] }) {
  return holds.map(({ destination, by, at, reason }) => (
    <Notice key={destination} tone="attention" title={`The run will wait at ${destination}`}>
      {by} holds it since <Timestamp at={at} />: {reason} It goes on by itself once somebody{" "}
      <TextLink href={paths.destinations()}>releases it</TextLink>.
    </Notice>
  ));
}
