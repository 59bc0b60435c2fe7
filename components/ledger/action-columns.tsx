import type { Column } from "@/components/table/column";
import { TextLink } from "@/components/ui/text-link";
import { paths } from "@/lib/client/paths";
import { isDouble } from "@/lib/ledger/action";
import { ActionMarks } from "./action-marks";
import { actionSentence } from "./action-sentence";
import { AttemptsCell } from "./attempts-cell";
import { DestinationCell } from "./destination-cell";
import type { ListedAction } from "./judged-action";
import { LedgerTime } from "./ledger-time";
import { Missing } from "./missing";
import { Operation } from "./operation";
import { ActionState } from "./state";
import { VerdictCell } from "./verdict-cell";

/** The ledger's columns where actions of many runs stand together; `now` is null until the browser took over. */
export function actionColumns(now: number | null): Column<ListedAction>[] {
  return [
    {
      key: "state",
      header: "Outcome",
      card: "title",
      cell: ({ action, avoidedCount }) => (
        <span className="flex flex-wrap items-center gap-1">
          <ActionState value={action.state} />
          <ActionMarks isDouble={isDouble(action)} avoided={avoidedCount} />
          <span className="sr-only">: {actionSentence(action)}</span>
        </span>
      ),
    },
    { key: "operation", header: "Operation", card: "plain", cell: ({ action }) => <Operation action={action} /> },
    { key: "destination", header: "Destination, key", cell: ({ action }) => <DestinationCell action={action} /> },
    {
      key: "attempts",
      header: "Attempts",
      cell: ({ action, attempts }) => <AttemptsCell action={action} count={attempts.length} now={now} />,
    },
    {
      key: "first",
      header: "First tried",
      cell: ({ action }) =>
        action.firstBegunAt === null ? <Missing>not sent</Missing> : <LedgerTime at={action.firstBegunAt} />,
    },
    {
      key: "run",
      header: "Run",
      cell: ({ action }) =>
        action.runId === null ? (
          <Missing>without a run</Missing>
        ) : (
          <TextLink
            href={paths.run(action.runId)}
            className="relative z-1 inline-block max-w-36 truncate py-0.5 align-middle"
          >
            {action.logicalRunId ?? "open run"}
          </TextLink>
        ),
    },
    {
      key: "verdict",
      header: "Verdict on resume",
      cell: (row) => <VerdictCell verdict={row.verdict} record={row} now={now} />,
    },
  ];
}
