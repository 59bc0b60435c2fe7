"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { toast } from "sonner";
import { AppFrame } from "@/components/shell/app-frame";
import { signOut, switchRole } from "@/lib/auth/browser-session";
import { type Role, roles } from "@/lib/progress/validation";
import { pendingApprovals, pendingEveryMs } from "./pending-approvals";

/** The frame around every page, with what waits for somebody. */
export function ConsoleFrame({
  person,
  demo,
  children,
}: {
  person: { name: string; email: string; role: Role };
  demo: boolean;
  children: ReactNode;
}) {
  const pending = useQuery({ ...pendingApprovals, refetchInterval: pendingEveryMs });
  const leave = useMutation({
    mutationFn: signOut,
    onError: (error) => toast.error("Not signed out", { description: error.message }),
  });
  const change = useMutation({
    mutationFn: switchRole,
    onError: (error) => toast.error("The role was not changed", { description: error.message }),
  });
  return (
    <AppFrame
      person={person}
      onSignOut={() => leave.mutate()}
      counts={{ "/approvals": pending.data?.rows.length }}
      roleSwitch={
        demo
          ? { role: change.variables ?? person.role, roles, onRoleChange: change.mutate, pending: change.isPending }
          : undefined
      }
    >
      {children}
    </AppFrame>
  );
}
