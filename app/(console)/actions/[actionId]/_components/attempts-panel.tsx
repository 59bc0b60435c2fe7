import { attemptAnchor, type JudgedAction } from "@/components/ledger/judged-action";
import { LedgerTime } from "@/components/ledger/ledger-time";
import { Missing } from "@/components/ledger/missing";
import { attemptReasonWords } from "@/components/ledger/reason-words";
import { AttemptResult } from "@/components/ledger/state";
import type { Column } from "@/components/table/column";
import { DataTable } from "@/components/table/data-table";
import { CopyableId } from "@/components/ui/copyable-id";
import { Duration } from "@/components/ui/duration";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { shortId } from "@/components/ui/short-id";
import { proofText } from "./proof-text";

type Attempt = JudgedAction["attempts"][number];

/** Each try at the destination. What one proves is one thing, what was found out later another. */
export function AttemptsPanel({
  attempts,
  evidence,
  title,
  now,
}: {
  attempts: readonly Attempt[];
  evidence: JudgedAction["evidence"];
  title: string;
  now: number;
}) {
  return (
    <Panel title="Attempts" note={attempts.length === 0 ? undefined : attempts.length} flush>
      <DataTable
        wide
        caption={`Attempts at ${title}, in order`}
        columns={columns(now, evidence)}
        rows={[...attempts].sort((a, b) => a.number - b.number)}
        rowKey={(attempt) => attempt.id}
        rowId={(attempt) => attemptAnchor(attempt.number)}
        empty={<EmptyState title="No attempt">Nothing was sent to {title}.</EmptyState>}
      />
    </Panel>
  );
}

const columns = (now: number, evidence: JudgedAction["evidence"]): Column<Attempt>[] => [
  { key: "number", header: "No.", card: "none", cell: (attempt) => attempt.number },
  {
    key: "result",
    header: "Result",
    card: "title",
    cell: (attempt) => (
      <>
        <span className="mr-2 text-muted sm:hidden">{attempt.number}</span>
        <AttemptResult value={attempt.transport ?? (attempt.outcome === null ? "open" : "timed_out")} />
      </>
    ),
  },
  { key: "code", header: "HTTP", cell: (attempt) => attempt.httpCode ?? <Missing>–</Missing> },
  { key: "proves", header: "Proves", cell: (attempt) => proofText(attempt, evidence) },
  { key: "started", header: "Started", cell: (attempt) => <LedgerTime at={attempt.begunAt} /> },
  {
    key: "took",
    header: "Took",
    cell: (attempt) => <Duration from={attempt.begunAt} to={attempt.endedAt} now={now} />,
  },
  {
    key: "reason",
    header: "Why it failed",
    cell: (attempt) =>
      attempt.reason === null && attempt.detail === null ? (
        <Missing>–</Missing>
      ) : (
        <span className="block min-w-0 sm:max-w-56">
          {attempt.reason === null ? null : attemptReasonWords[attempt.reason]}
          {attempt.detail === null ? null : (
            <span className="block text-xs break-words text-muted">{attempt.detail}</span>
          )}
        </span>
      ),
  },
  { key: "closed", header: "Closed by", cell: (attempt) => closedText[attempt.closedBy ?? "open"] },
  {
    key: "sender",
    header: "Execution, worker",
    cell: (attempt) => (
      <span className="block">
        <SenderId kind="exec" id={attempt.executionId} />
        <SenderId kind="wrk" id={attempt.workerId} />
      </span>
    ),
  },
];

const SenderId = ({ kind, id }: { kind: "exec" | "wrk"; id: string | null }) =>
  id === null ? null : (
    <span className="block">
      <CopyableId value={id} label={shortId(kind, id)} />
    </span>
  );

const closedText: Record<NonNullable<Attempt["closedBy"]> | "open", string> = {
  report: "its own report",
  fence: "a newer execution",
  deadline: "its deadline",
  exit: "its worker's exit",
  open: "still open",
};
