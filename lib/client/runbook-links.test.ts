import { describe, expect, it } from "vitest";
import { placeholders } from "@/lib/review/runbook";
import { runbookLinks } from "./runbook-links";

const everything = { runId: "r1", actionId: "a1", destination: "crm", incidentId: "i1" };

describe("the placeholders of a runbook", () => {
  it("each lead somewhere when all is known, and only to addresses of this console", () => {
    const links = runbookLinks(everything);
    expect(Object.keys(links).sort()).toEqual([...placeholders].sort());
    for (const address of Object.values(links)) expect(address).toMatch(/^\/[a-z]/);
  });

  it("lead to the buttons of the action that is meant, and otherwise to where its run lists them", () => {
    expect(runbookLinks(everything)).toMatchObject({ check: "/actions/a1#check", settle: "/actions/a1#settle" });
    expect(runbookLinks({ runId: "r1" })).toMatchObject({ check: "/runs/r1#actions", plan: "/runs/r1?plan=latest" });
  });

  it("lead nowhere when nothing is known, but to the list of unknown outcomes", () => {
    expect(runbookLinks({})).toEqual({ unknowns: "/actions/unknown" });
  });
});
