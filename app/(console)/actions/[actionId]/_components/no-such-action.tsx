import { SearchX } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { paths } from "@/lib/client/paths";

export function NoSuchAction({ malformed }: { malformed: boolean }) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={malformed ? "This is not an action's id" : "There is no such action"}
      actions={<LinkButton href={paths.actions()}>All actions</LinkButton>}
    >
      {malformed
        ? "An id has 36 characters. Copy it again from where it came, or search the ledger for the ticket."
        : "The address may be wrong, or the action belongs to another console. Search the ledger for the ticket or the run."}
    </EmptyState>
  );
}
