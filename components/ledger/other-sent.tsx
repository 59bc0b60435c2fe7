import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import { paths } from "@/lib/client/paths";
import type { NearMiss } from "@/lib/ledger/near-miss";
import { otherSent } from "./near-miss-sentence";

/** How far the other one of a near miss is, since when, and where to read it: whether this one would be a second. */
export function OtherSent({ near, own }: { near: NearMiss; own: string }) {
  const other = otherSent(near, own);
  if (other === null) return null;
  return (
    <>
      <TextLink href={paths.action(other.id)}>The other action</TextLink> {other.says}
      {other.at === null ? null : (
        <>
          {" "}
          <Timestamp at={other.at} />
        </>
      )}
      .
    </>
  );
}
