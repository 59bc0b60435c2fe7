"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { SearchCheck } from "lucide-react";
import { toast } from "sonner";
import { Button, type ButtonProps } from "@/components/ui/button";
import { actionCommands } from "@/lib/client/action-queries";
import { newNonce } from "@/lib/client/nonce";
import type { Role } from "@/lib/progress/validation";
import type { JudgedAction } from "./judged-action";
import { checkOff, isOpen } from "./press";

type Props = { record: JudgedAction; role: Role } & Pick<ButtonProps, "id" | "size" | "variant" | "reasonShown">;

/** Asks the destination whether it has the action. The click only queues the question; the answer is observed. */
export function CheckButton({ record, role, ...look }: Props) {
  const client = useQueryClient();
  const { action, probes } = record;
  const asking = isOpen(probes);
  const check = useMutation({
    mutationFn: () => actionCommands.check(action.id, { nonce: newNonce() }),
    onError: (error) => toast.error("It could not be checked", { description: error.message }),
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <Button
      {...look}
      className="z-1"
      icon={<SearchCheck aria-hidden />}
      disabledReason={asking ? null : checkOff(record, role)}
      pending={check.isPending || asking}
      pendingLabel={`Asking ${action.declaration.title}…`}
      onClick={() => check.mutate()}
    >
      Check now
    </Button>
  );
}
