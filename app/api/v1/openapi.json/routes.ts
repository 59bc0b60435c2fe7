/** Every route of the API, as its description is made of them; a test compares the list with the folders. */

import type { DescribedRoute } from "@/lib/api/describe-api";
import * as actionsActionIdCheck from "../actions/[actionId]/check/route";
import * as actionsActionIdKeep from "../actions/[actionId]/keep/route";
import * as actionsActionIdProposal from "../actions/[actionId]/proposal/route";
import * as actionsActionIdRevise from "../actions/[actionId]/revise/route";
import * as actionsActionId from "../actions/[actionId]/route";
import * as actionsActionIdSecond from "../actions/[actionId]/second/route";
import * as actionsActionIdSettle from "../actions/[actionId]/settle/route";
import * as actions from "../actions/route";
import * as demoBlind from "../demo/blind/route";
import * as demoTickets from "../demo/tickets/route";
import * as demoWorld from "../demo/world/route";
import * as desk from "../desk/route";
import * as destinationsCheck from "../destinations/check/route";
import * as destinationsHold from "../destinations/hold/route";
import * as destinationsRelease from "../destinations/release/route";
import * as destinations from "../destinations/route";
import * as guardBegin from "../guard/begin/route";
import * as guardReport from "../guard/report/route";
import * as guardState from "../guard/state/route";
import * as incidentsIncidentIdChange from "../incidents/[incidentId]/change/route";
import * as incidentsIncidentIdEvidence from "../incidents/[incidentId]/evidence/route";
import * as incidentsIncidentId from "../incidents/[incidentId]/route";
import * as incidentsCounts from "../incidents/counts/route";
import * as incidents from "../incidents/route";
import * as insightsRetries from "../insights/retries/route";
import * as insights from "../insights/route";
import * as insightsWorkflowsWorkflow from "../insights/workflows/[workflow]/route";
import * as insightsWorkflows from "../insights/workflows/route";
import * as keysKeyIdRevoke from "../keys/[keyId]/revoke/route";
import * as keysKeyIdRotate from "../keys/[keyId]/rotate/route";
import * as keys from "../keys/route";
import * as me from "../me/route";
import * as now from "../now/route";
import * as peoplePersonIdChange from "../people/[personId]/change/route";
import * as people from "../people/route";
import * as reviewsWeekAgree from "../reviews/[week]/agree/route";
import * as reviewsWeekAmend from "../reviews/[week]/amend/route";
import * as reviewsWeekAmendments from "../reviews/[week]/amendments/route";
import * as reviewsWeekDrop from "../reviews/[week]/drop/route";
import * as reviewsWeekExport from "../reviews/[week]/export/route";
import * as reviewsWeekFreeze from "../reviews/[week]/freeze/route";
import * as reviewsWeekMark from "../reviews/[week]/mark/route";
import * as reviewsWeekParagraph from "../reviews/[week]/paragraph/route";
import * as reviewsWeek from "../reviews/[week]/route";
import * as reviews from "../reviews/route";
import * as runbooksSlug from "../runbooks/[slug]/route";
import * as runbooksSlugSteps from "../runbooks/[slug]/steps/route";
import * as runbooks from "../runbooks/route";
import * as runsRunIdCancel from "../runs/[runId]/cancel/route";
import * as runsRunIdCheckpointsNumber from "../runs/[runId]/checkpoints/[number]/route";
import * as runsRunIdDealt from "../runs/[runId]/dealt/route";
import * as runsRunIdPlan from "../runs/[runId]/plan/route";
import * as runsRunIdResume from "../runs/[runId]/resume/route";
import * as runsRunId from "../runs/[runId]/route";
import * as runsCounts from "../runs/counts/route";
import * as runsPlans from "../runs/plans/route";
import * as runs from "../runs/route";
import * as settings from "../settings/route";
import * as validationsValidationIdDecide from "../validations/[validationId]/decide/route";
import * as validationsValidationId from "../validations/[validationId]/route";
import * as validations from "../validations/route";
import * as workerBegin from "../worker/begin/route";
import * as workerClaim from "../worker/claim/route";
import * as workerEnded from "../worker/ended/route";
import * as workerHeartbeat from "../worker/heartbeat/route";
import * as workerHold from "../worker/hold/route";
import * as workerLearned from "../worker/learned/route";
import * as workerProbe from "../worker/probe/route";
import * as workerProbeReport from "../worker/probe-report/route";
import * as workerRecord from "../worker/record/route";
import * as workerRegister from "../worker/register/route";
import * as workerSecond from "../worker/second/route";
import * as workerSeen from "../worker/seen/route";
import * as workerStart from "../worker/start/route";
import * as workerUnsettled from "../worker/unsettled/route";

const modules: Record<string, Partial<Record<DescribedRoute["method"], Pick<DescribedRoute, "contract">>>> = {
  "/actions": actions,
  "/actions/[actionId]": actionsActionId,
  "/actions/[actionId]/check": actionsActionIdCheck,
  "/actions/[actionId]/keep": actionsActionIdKeep,
  "/actions/[actionId]/proposal": actionsActionIdProposal,
  "/actions/[actionId]/revise": actionsActionIdRevise,
  "/actions/[actionId]/second": actionsActionIdSecond,
  "/actions/[actionId]/settle": actionsActionIdSettle,
  "/demo/blind": demoBlind,
  "/demo/tickets": demoTickets,
  "/demo/world": demoWorld,
  "/desk": desk,
  "/destinations": destinations,
  "/destinations/check": destinationsCheck,
  "/destinations/hold": destinationsHold,
  "/destinations/release": destinationsRelease,
  "/guard/begin": guardBegin,
  "/guard/report": guardReport,
  "/guard/state": guardState,
  "/incidents": incidents,
  "/incidents/[incidentId]": incidentsIncidentId,
  "/incidents/[incidentId]/change": incidentsIncidentIdChange,
  "/incidents/[incidentId]/evidence": incidentsIncidentIdEvidence,
  "/incidents/counts": incidentsCounts,
  "/insights": insights,
  "/insights/retries": insightsRetries,
  "/insights/workflows": insightsWorkflows,
  "/insights/workflows/[workflow]": insightsWorkflowsWorkflow,
  "/keys": keys,
  "/keys/[keyId]/revoke": keysKeyIdRevoke,
  "/keys/[keyId]/rotate": keysKeyIdRotate,
  "/me": me,
  "/now": now,
  "/people": people,
  "/people/[personId]/change": peoplePersonIdChange,
  "/reviews": reviews,
  "/reviews/[week]": reviewsWeek,
  "/reviews/[week]/agree": reviewsWeekAgree,
  "/reviews/[week]/amend": reviewsWeekAmend,
  "/reviews/[week]/amendments": reviewsWeekAmendments,
  "/reviews/[week]/drop": reviewsWeekDrop,
  "/reviews/[week]/export": reviewsWeekExport,
  "/reviews/[week]/freeze": reviewsWeekFreeze,
  "/reviews/[week]/mark": reviewsWeekMark,
  "/reviews/[week]/paragraph": reviewsWeekParagraph,
  "/runbooks": runbooks,
  "/runbooks/[slug]": runbooksSlug,
  "/runbooks/[slug]/steps": runbooksSlugSteps,
  "/runs": runs,
  "/runs/[runId]": runsRunId,
  "/runs/[runId]/cancel": runsRunIdCancel,
  "/runs/[runId]/checkpoints/[number]": runsRunIdCheckpointsNumber,
  "/runs/[runId]/dealt": runsRunIdDealt,
  "/runs/[runId]/plan": runsRunIdPlan,
  "/runs/[runId]/resume": runsRunIdResume,
  "/runs/counts": runsCounts,
  "/runs/plans": runsPlans,
  "/settings": settings,
  "/validations": validations,
  "/validations/[validationId]": validationsValidationId,
  "/validations/[validationId]/decide": validationsValidationIdDecide,
  "/worker/begin": workerBegin,
  "/worker/claim": workerClaim,
  "/worker/ended": workerEnded,
  "/worker/heartbeat": workerHeartbeat,
  "/worker/hold": workerHold,
  "/worker/learned": workerLearned,
  "/worker/probe": workerProbe,
  "/worker/probe-report": workerProbeReport,
  "/worker/record": workerRecord,
  "/worker/register": workerRegister,
  "/worker/second": workerSecond,
  "/worker/seen": workerSeen,
  "/worker/start": workerStart,
  "/worker/unsettled": workerUnsettled,
};

export const routes: DescribedRoute[] = Object.entries(modules).flatMap(([path, module]) =>
  (["GET", "POST"] as const).flatMap((method) => {
    const contract = module[method]?.contract;
    return contract ? [{ path, method, contract }] : [];
  }),
);
