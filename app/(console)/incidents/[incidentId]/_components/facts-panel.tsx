import { costWords } from "@/components/review/incident-words";
import { KeyValues } from "@/components/ui/key-values";
import { Panel } from "@/components/ui/panel";
import { TextLink } from "@/components/ui/text-link";
import { Timestamp } from "@/components/ui/timestamp";
import type { Incident } from "@/lib/api/contract/incident";
import { paths } from "@/lib/client/paths";

const at = (time: number | null) => (time === null ? null : <Timestamp at={time} />);

export function FactsPanel({ incident }: { incident: Incident }) {
  const { owner, formerId, place, startedAt, lastSeenAt, openedAt, openedBy } = incident;
  const noticed = (
    <>
      <Timestamp at={openedAt} /> by {openedBy ?? "its rule"}
    </>
  );
  return (
    <Panel title="Facts">
      <KeyValues
        items={[
          { key: "owner", label: "Owner", value: owner?.name ?? "Nobody yet. Whoever takes it is named here." },
          { key: "started", label: "First seen", value: at(startedAt) },
          { key: "last", label: "Last seen", value: at(lastSeenAt) },
          { key: "opened", label: "Noticed", value: noticed },
          { key: "mitigated", label: "Mitigated", value: at(incident.mitigatedAt) },
          {
            key: "closed",
            label: incident.state === "dismissed" ? "Dismissed" : "Resolved",
            value: at(incident.closedAt),
          },
          { key: "reviewed", label: "Reviewed", value: at(incident.reviewedAt) },
          { key: "workflow", label: "Workflow", value: place.workflow },
          { key: "step", label: place.destination === null ? "Step" : "Action", value: place.step },
          {
            key: "destination",
            label: "Destination",
            value: place.destination && (
              <TextLink href={paths.destinations(place.destination)}>{place.destination}</TextLink>
            ),
          },
          { key: "cost", label: "In vain", value: costWords(incident.cost) },
          {
            key: "former",
            label: "Seen before",
            value: formerId && <TextLink href={paths.incident(formerId)}>the incident before this one</TextLink>,
          },
        ]}
      />
    </Panel>
  );
}
