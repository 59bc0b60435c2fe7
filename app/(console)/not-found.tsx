import { MapPinOff } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { paths } from "@/lib/client/paths";

export default function ConsoleNotFound() {
  return (
    <EmptyState
      icon={<MapPinOff aria-hidden />}
      title="There is no page at this address"
      actions={
        <>
          <LinkButton href={paths.now()}>Now</LinkButton>
          <LinkButton href={paths.runs()}>Runs</LinkButton>
        </>
      }
    >
      The link may be cut off, or what it showed may have been removed.
    </EmptyState>
  );
}
