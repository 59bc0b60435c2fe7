"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { SearchCheck } from "lucide-react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { mayCommand, operatorMay } from "@/lib/api/contract/command";
import { destinationCommands } from "@/lib/client/destination-queries";
import { newNonce } from "@/lib/client/nonce";
import type { Role } from "@/lib/progress/validation";
import type { DeskGroup } from "./desk-view";

/** Asks about all unknown actions of the destination, whatever their cause. Looking up changes nothing there. */
export function CheckAllButton({ group, role, off }: { group: DeskGroup; role: Role; off: string | null }) {
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: () => destinationCommands.checkAll({ nonce: newNonce(), name: group.destination }),
    onSuccess: ({ items }) => {
      const asked = items.filter(({ why }) => why === null).length;
      toast.success(`${asked} of ${items.length} are being looked up`);
    },
    onError: (error) => toast.error("They could not be checked", { description: error.message }),
    onSettled: () => client.invalidateQueries(),
  });
  const forbidden = operatorMay(role, "check")
    ? null
    : `To check, you need one of these roles: ${mayCommand.check.join(", ")}.`;
  return (
    <Button
      size="sm"
      icon={<SearchCheck aria-hidden />}
      disabledReason={check.isPending ? null : (forbidden ?? off)}
      pending={check.isPending}
      pendingLabel={`Asking ${group.title}…`}
      onClick={() => check.mutate()}
    >
      Check all of {group.title}
    </Button>
  );
}
