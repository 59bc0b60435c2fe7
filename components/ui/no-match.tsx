import { FilterX } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "./empty-state";

/** The filters match nothing; it names them, so that nobody takes it for an empty system. */
export function NoMatch({ filters, actions }: { filters: readonly string[]; actions?: ReactNode }) {
  return (
    <EmptyState icon={<FilterX aria-hidden />} title="Nothing matches these filters" actions={actions}>
      {filters.join(" · ")}
    </EmptyState>
  );
}
