import { actionSentence } from "@/components/ledger/action-sentence";
import { ActionState } from "@/components/ledger/state";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { paths } from "@/lib/client/paths";
import type { DecideRefusal } from "@/lib/progress/validation";
import { approvalsSoFar } from "../../_components/approvals-so-far";
import { Deadline } from "../../_components/deadline";
import { DecisionLine } from "../../_components/decision-line";
import type { ApprovalStage, ValidationView } from "./view";

/** Where the question stands, and the next useful place to go. */
export function StageBanner({
  stage,
  view,
  now,
  forbidden,
}: {
  stage: ApprovalStage;
  view: ValidationView;
  now: number;
  /** Why this reader may not decide. */
  forbidden: { code: DecideRefusal; why: string } | null;
}) {
  const { validation, run, actions } = view;
  const notYours =
    forbidden === null || forbidden.code === "role_missing"
      ? {
          title: `This waits for somebody with the role ${validation.role}`,
          text: "You can read all of it. Lead and admin may decide it, too.",
        }
      : { title: "This waits for somebody else", text: `${forbidden.why} You can read all of it.` };
  const openRun = <LinkButton href={paths.run(run.id)}>Open the run</LinkButton>;
  const others = <LinkButton href={paths.approvals()}>Other approvals</LinkButton>;
  const links = (
    <>
      {openRun}
      {others}
    </>
  );
  switch (stage) {
    case "open":
      return (
        <div className="flex flex-col gap-1">
          <Deadline validation={validation} now={now} className="text-base" />
          {validation.quorum > 1 ? <p className="text-base">{approvalsSoFar(validation)}</p> : null}
        </div>
      );
    case "not_yours":
      return (
        <Notice tone="neutral" title={notYours.title} actions={others}>
          <p>{notYours.text}</p>
          {validation.quorum > 1 ? <p className="mt-1">{approvalsSoFar(validation)}</p> : null}
          <Deadline validation={validation} now={now} className="mt-1" />
        </Notice>
      );
    case "approved":
      return (
        <Notice tone="ok" title="Approved" actions={links} live="polite">
          <DecisionLine validation={validation} />
          {actions.length > 0 ? <p className="mt-1">What is seen of it since:</p> : null}
          {run.state === "blocked" && run.causeText !== null ? (
            <p className="mt-1 break-words">Its run is blocked: {run.causeText}</p>
          ) : null}
          <ul className="mt-1 flex flex-col gap-1">
            {actions.map(({ action }) => (
              <li key={action.id} className="flex flex-wrap items-center gap-x-2">
                <ActionState value={action.state} />
                {actionSentence(action)}
                {action.state === "planned" || action.state === "held" ? ", as soon as the run goes on" : null}
              </li>
            ))}
          </ul>
        </Notice>
      );
    case "rejected":
      return (
        <Notice tone="neutral" title="Rejected. Nothing was sent" actions={links} live="polite">
          <DecisionLine validation={validation} />
        </Notice>
      );
    case "expired":
      return (
        <Notice tone="attention" title="The deadline passed. Nothing was sent" actions={links}>
          <p>
            Nobody decided in time, and it can no longer be decided here.{" "}
            {validation.onExpiry === "reject"
              ? "The run goes on without it, as its workflow says."
              : "The run stays blocked: open it to see what can be done."}
          </p>
          <DecisionLine validation={{ ...validation, state: "expired" }} className="mt-1" />
        </Notice>
      );
    case "withdrawn":
      return (
        <Notice tone="neutral" title="Its run no longer asks for this. Nothing was sent" actions={links}>
          The run ended or was cancelled before anybody decided. If it asks again, a new question stands in the list.
        </Notice>
      );
  }
}
