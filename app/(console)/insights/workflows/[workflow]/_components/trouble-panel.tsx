import { Panel } from "@/components/ui/panel";
import { TextLink } from "@/components/ui/text-link";
import { paths } from "@/lib/client/paths";
import { troubleSentence, troubleTitle } from "../../_components/trouble-words";
import type { View } from "./view";

/** Incidents of this workflow, the costliest kind first. */
export function TroublePanel({ view: { troubles } }: { view: View }) {
  return (
    <Panel
      title="What went wrong"
      note="The costliest kind first: by declared harm, what happened twice outside, then money and time"
    >
      {troubles.length === 0 ? (
        <p className="text-sm text-muted">No incident of this workflow was seen in these days.</p>
      ) : (
        <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-sm">
          {troubles.map((trouble) => (
            <li key={trouble.class}>
              <span className="font-medium">{troubleTitle(trouble)}</span>
              <span className="text-muted">: {troubleSentence(trouble)}</span>
              <ul>
                {trouble.incidents.map(({ id, title }) => (
                  <li key={id}>
                    <TextLink href={paths.incident(id)}>{title}</TextLink>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
