import { standingApprovals, standingEdits, type Validation } from "@/lib/progress/validation";

/** "1 of 2 approvals: Ana." What is missing is never left to be guessed, nor why somebody's approval no longer counts. */
export function approvalsSoFar(validation: Pick<Validation, "quorum" | "decisions">): string {
  const given = standingApprovals(validation);
  const names = given.map(({ by }) => by).join(", ");
  const said = `${given.length} of ${validation.quorum} approvals${names === "" ? "" : `: ${names}`}.`;
  const isChanged = validation.quorum > 1 && standingEdits(validation).length > 0;
  return isChanged && given[0] ? `${said} ${given[0].by} changed what is sent, so the count began again.` : said;
}
