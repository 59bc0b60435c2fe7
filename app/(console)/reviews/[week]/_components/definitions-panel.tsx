import { KeyValues } from "@/components/ui/key-values";
import { Panel } from "@/components/ui/panel";
import { Timestamp } from "@/components/ui/timestamp";
import { figureKeys, figureMeaning } from "@/lib/review/figure";
import type { View } from "./review-view";

/** Where whoever disputes a figure starts: what each counts, what it cannot know, and which version this is. */
export function DefinitionsPanel({ view }: { view: View }) {
  const { content, review } = view;
  const version =
    review?.frozenAt == null ? (
      <>
        A draft, computed <Timestamp at={content.asOf} />
      </>
    ) : (
      <>
        Version {review.version}, frozen by {review.frozenBy}, <Timestamp at={review.frozenAt} />
      </>
    );
  return (
    <Panel title="Definitions and data gaps">
      <h3 className="mb-1 text-sm font-semibold">Data gaps</h3>
      <ul className="mb-4 list-disc pl-5 text-sm">
        {content.gaps.map((gap) => (
          <li key={gap}>{gap}</li>
        ))}
      </ul>
      <h3 className="mb-1 text-sm font-semibold">Definitions</h3>
      <KeyValues
        stacked
        items={[
          { key: "version", label: "Version", value: version },
          {
            key: "week",
            label: "Week",
            value: (
              <>
                <Timestamp at={content.from} /> up to, and without, <Timestamp at={content.to} />
              </>
            ),
          },
          ...figureKeys.map((key) => ({
            key,
            label: figureMeaning[key].label,
            value: figureMeaning[key].definition,
          })),
        ]}
      />
    </Panel>
  );
}
