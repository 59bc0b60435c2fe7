import type { Validation } from "@/lib/progress/validation";

/** "1 of 2 approvals: Ana." What is missing is never left to be guessed. */
export function approvalsSoFar({ quorum, decisions }: Pick<Validation, "quorum" | "decisions">): string {
  const given = decisions.filter(({ verdict }) => verdict === "approve");
  const names = given.map(({ by }) => by).join(", ");
  return `${given.length} of ${quorum} approvals${names === "" ? "" : `: ${names}`}.`;
}
