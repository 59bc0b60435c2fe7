import { SearchX } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { paths } from "@/lib/client/paths";

export function NoSuchRun({ malformed }: { malformed: boolean }) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={malformed ? "This is not the id of a run" : "There is no such run"}
      actions={<LinkButton href={paths.runs()}>All runs</LinkButton>}
    >
      {malformed
        ? "The address is cut off or mistyped. Ids look like 0199a3f2-7c1e-7b40-9d2a-5e6f7a8b9c0d."
        : "It may have been removed, or belong to another database. Search for its ticket in the list."}
    </EmptyState>
  );
}
