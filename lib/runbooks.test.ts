import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { noMatter } from "./review/runbook-match";
import { pointerTo, quoteFrom, readShelf } from "./runbooks";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "runbooks-"));
  vi.stubEnv("REPRISE_RUNBOOKS", folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
const aRunbook = (title: string, more = "") =>
  `---\ntitle: ${title}\nowner: Ada\nreviewed: 2026-11-30\ndestination: crm\n---\n## When to resume\n\nNow.\n\n## When to verify by hand\n\nLook.\n${more}`;
const crm = { ...noMatter, destination: ["crm"] };

describe("the folder of runbooks", () => {
  it("gives what can be used, and says of everything else why not", async () => {
    write("crm.md", aRunbook("Notes"));
    write("broken.md", "no front matter");
    write("Bad Name.md", aRunbook("Named badly"));
    write("large.md", aRunbook("Large", "x".repeat(200_000)));
    write("notes.txt", "not a runbook");
    write("README.md", "about this folder");
    mkdirSync(path.join(folder, "folder.md"));
    const { runbooks, problems } = await readShelf();
    expect(runbooks.map(({ slug }) => slug)).toEqual(["crm"]);
    expect(problems.map(({ file }) => file).sort()).toEqual(["Bad Name.md", "broken.md", "folder.md", "large.md"]);
    for (const { message, nextStep } of problems) expect(message.length * nextStep.length).toBeGreaterThan(100);
  });

  it("is read anew when a file changes, without a restart", async () => {
    write("crm.md", aRunbook("Notes"));
    expect((await readShelf()).runbooks[0]?.title).toBe("Notes");
    write("crm.md", aRunbook("Nodes"));
    utimesSync(path.join(folder, "crm.md"), new Date(), new Date(Date.now() + 5_000));
    expect((await readShelf()).runbooks[0]?.title).toBe("Nodes");
  });

  it("that does not exist takes nothing down", async () => {
    vi.stubEnv("REPRISE_RUNBOOKS", path.join(folder, "elsewhere"));
    expect(await readShelf()).toMatchObject({ runbooks: [], problems: [{ nextStep: /./ }] });
  });

  it("is the demo's only with the demo", async () => {
    vi.stubEnv("REPRISE_RUNBOOKS", "");
    vi.stubEnv("REPRISE_DEMO", "0");
    expect(await readShelf()).toMatchObject({ folder: null, runbooks: [], problems: [] });
    vi.stubEnv("REPRISE_DEMO", "1");
    expect((await readShelf()).runbooks.map(({ slug }) => slug)).toContain("crm");
  });
});

describe("beside a verdict", () => {
  it("stands the section that fits it, of the best runbook that has one", async () => {
    write("crm.md", aRunbook("Notes", "## If it was refused\n\nRead why.\n"));
    write("crm-unknown.md", aRunbook("Unknown notes").replace("destination: crm", "destination: crm\nstate: blocked"));
    const shelf = await readShelf();
    const matter = { ...crm, state: ["blocked"] };
    expect(quoteFrom(shelf, matter, "ask_a_person")).toMatchObject({ slug: "crm-unknown", markdown: "Look." });
    expect(quoteFrom(shelf, matter, "useless")).toMatchObject({ slug: "crm", section: "If it was refused" });
    expect(quoteFrom(shelf, matter, "verify_first")).toBeNull();
    expect(pointerTo(shelf, matter)).toMatchObject({ best: { slug: "crm-unknown" }, ties: [], template: null });
  });

  it("stands a template where none fits", async () => {
    const { best, template } = pointerTo(await readShelf(), crm);
    expect(best).toBeNull();
    expect(template).toMatch(/^---\ntitle: .*\n[\s\S]*destination: crm\n/);
  });
});
