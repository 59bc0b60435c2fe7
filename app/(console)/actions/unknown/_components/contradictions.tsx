import type { JudgedAction } from "@/components/ledger/judged-action";
import { Panel } from "@/components/ui/panel";
import type { Role } from "@/lib/progress/validation";
import { DeskRow } from "./desk-row";

/** What may have happened twice, also when its run is over: harm that is done already waits for nobody. */
export function Contradictions({ records, now, role }: { records: readonly JudgedAction[]; now: number; role: Role }) {
  if (records.length === 0) return null;
  return (
    <Panel
      flush
      title="May have happened more than once"
      note={`${records.length} ${records.length === 1 ? "action" : "actions"}`}
    >
      <p className="border-b bg-canvas px-4 py-2 text-sm">
        The evidence on these contradicts itself. Look at the destination how often each happened, and settle it with
        that; a resume of its run waits until then.
      </p>
      <ul className="divide-y">
        {records.map((record) => (
          <DeskRow key={record.action.id} record={record} now={now} role={role} />
        ))}
      </ul>
    </Panel>
  );
}
