"use client";

import { BookCheck } from "lucide-react";
import { RunActions } from "@/components/ledger/run-actions";
import { RunFindings } from "@/components/ledger/run-findings";
import { Panel } from "@/components/ui/panel";
import type { Role } from "@/lib/progress/validation";
import type { RunView } from "./run-view";

export function ActionsRegion({ view, role }: { view: RunView; role: Role }) {
  return (
    <Panel
      id="actions"
      title="Actions"
      icon={<BookCheck aria-hidden />}
      note="What it did in the outside world; progress says nothing about it"
      flush
    >
      <RunActions actions={view.actions} now={view.now} role={role} />
      <RunFindings actions={view.actions} />
    </Panel>
  );
}
