/**
 * Who may import whom, as a table run over the real imports, type-only ones included; and that no imports run in a
 * circle, files are named in kebab-case, and paths named in the documents exist.
 */

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");

/** The first pattern that matches a file is its row. `npm:*` = any package, `node:*` = any builtin. */
const rows: { files: RegExp; may: RegExp[] }[] = [
  { files: /(\.test\.tsx?|-under-test\.ts)$/, may: [/./] },
  { files: /^lib\/testing\//, may: [/./] },
  { files: /^lib\/progress\//, may: [/^lib\/progress\//] },
  { files: /^lib\/ledger\//, may: [/^lib\/ledger\//] },
  { files: /^lib\/engine\//, may: [/^lib\/(engine|progress|ledger)\//] },
  { files: /^lib\/review\//, may: [/^lib\/(review|engine|progress|ledger)\//, /^lib\/(zone|csv)\.ts/] },
  {
    files: /^lib\/store\/progress-/,
    may: [
      /^lib\/progress\//,
      /^lib\/store\/(?!ledger-)/,
      /^drizzle\/schema\/progress/,
      /^npm:(drizzle-orm|postgres)/,
      /^node:/,
    ],
  },
  {
    files: /^lib\/store\/ledger-/,
    may: [
      /^lib\/ledger\//,
      /^lib\/store\/(?!progress-)/,
      /^drizzle\/schema\/ledger/,
      /^npm:(drizzle-orm|postgres)/,
      /^node:/,
    ],
  },
  {
    files: /^lib\/store\/ops-/,
    may: [
      /^lib\/engine\/(command|message|stop-decision)/,
      /^lib\/review\//,
      /^lib\/progress\/(validation|dealt-with)/,
      /^lib\/store\/(?!progress-|ledger-)/,
      /^drizzle\/schema\/ops/,
      /^npm:(drizzle-orm|postgres)/,
    ],
  },
  {
    files: /^lib\/store\//,
    may: [/^lib\/store\//, /^drizzle\/migrations\/meta/, /^npm:(drizzle-orm|postgres)/, /^node:/],
  },
  {
    files: /^lib\/api\//,
    may: [
      /^lib\/(api|auth|engine|review|progress|ledger)\//,
      /^lib\/(wiring|log|env|metrics)\.ts/,
      /^npm:zod/,
      /^node:/,
    ],
  },
  {
    files: /^lib\/auth\/keys\//,
    may: [
      /^lib\/auth\//,
      /^lib\/engine\/(command|command-store|engine)\.ts/,
      /^lib\/log\.ts/,
      /^lib\/store\/database/,
      /^drizzle\/schema\/auth/,
      /^npm:/,
      /^node:/,
    ],
  },
  {
    files: /^lib\/auth\//,
    may: [
      /^lib\/auth\//,
      /^lib\/(env|log)\.ts/,
      /^lib\/progress\/validation/,
      /^lib\/store\/database/,
      /^drizzle\/schema\/auth/,
      /^npm:/,
      /^node:/,
    ],
  },
  {
    files: /^lib\/client\/run-/,
    may: [/^lib\/client\/(?!action-)/, /^lib\/api\/contract\//, /^lib\/progress\//, /^npm:(@tanstack|zod)/],
  },
  {
    files: /^lib\/client\/action-/,
    may: [/^lib\/client\/(?!run-)/, /^lib\/api\/contract\//, /^lib\/ledger\//, /^npm:(@tanstack|zod)/],
  },
  {
    files: /^lib\/client\//,
    may: [
      /^lib\/client\//,
      /^lib\/visible-text\.ts/,
      /^lib\/api\/contract\//,
      /^lib\/(review|progress|ledger)\//,
      /^npm:(@tanstack|zod)/,
    ],
  },
  {
    files: /^lib\/sdk\/direct\//,
    may: [/^lib\/(sdk|engine|progress|ledger|store)\//, /^lib\/(wiring|env)\.ts/, /^node:/],
  },
  {
    files: /^lib\/sdk\//,
    may: [
      /^lib\/(sdk|progress|ledger)\//,
      /^lib\/engine\/(begin-attempt|hold-actions|action-intent|run-probe|read-guarded|limits)/,
      // Loads the heartbeat thread's TypeScript.
      /^npm:tsx/,
      /^node:/,
    ],
  },
  {
    files: /^lib\/webhook\//,
    may: [/^lib\/webhook\//, /^lib\/engine\/(message-store|deliver-messages)/, /^lib\/client\/paths/, /^node:/],
  },
  { files: /^examples\//, may: [/^lib\/sdk\//, /^npm:zod/] },
  { files: /^lib\/demo\//, may: [/^lib\/(sdk|demo)\//, /^npm:zod/, /^node:/] },
  { files: /^lib\/bin\//, may: [/^lib\//, /^npm:/, /^node:/] },
  { files: /^lib\/[^/]+\.ts$/, may: [/^lib\//, /^npm:/, /^node:/] },
  { files: /^components\/ui\//, may: [/^components\/ui\//, /^lib\/visible-text\.ts/, /^npm:/] },
  { files: /^components\/command\//, may: [/^components\/(ui|command)\//, /^lib\/client\/(api|nonce)/, /^npm:/] },
  {
    files: /^components\/(table|charts)\//,
    may: [/^components\/(ui|table|charts)\//, /^lib\/csv\.ts/, /^npm:/],
  },
  {
    files: /^components\/shell\//,
    may: [/^components\/(ui|shell)\//, /^lib\/client\//, /^lib\/progress\/validation/, /^npm:/],
  },
  {
    files: /^components\/progress\//,
    may: [
      /^components\/(ui|command|table|charts|progress)\//,
      /^lib\/visible-text\.ts/,
      /^lib\/engine\/(permissions|command-store)/,
      /^lib\/progress\//,
      /^lib\/client\/(?!action-)/,
      /^lib\/api\/contract\//,
      /^npm:/,
    ],
  },
  {
    files: /^components\/ledger\//,
    may: [
      /^components\/(ui|command|table|charts|ledger)\//,
      /^lib\/visible-text\.ts/,
      /^lib\/engine\/(permissions|command-store)/,
      /^lib\/ledger\//,
      /^lib\/client\/(?!run-)/,
      /^lib\/api\/contract\//,
      /^lib\/progress\/validation/,
      /^npm:/,
    ],
  },
  {
    files: /^components\/review\//,
    may: [
      /^components\/(ui|command|table|charts|review)\//,
      /^lib\/visible-text\.ts/,
      /^lib\/engine\/(permissions|command-store)/,
      /^lib\/review\//,
      /^lib\/client\/(?!run-|action-)/,
      /^lib\/api\/contract\//,
      /^lib\/progress\/validation/,
      /^npm:/,
    ],
  },
  {
    files: /^app\//,
    may: [
      /^(app|components)\//,
      /^lib\/(client|api|auth|engine|review|progress|ledger|demo)\//,
      /^lib\/sdk\/direct\/start-backend/,
      /^lib\/[^/]+\.ts$/,
      /^npm:/,
      /^node:/,
    ],
  },
  { files: /^drizzle\//, may: [/^drizzle\//, /^npm:(drizzle-orm|drizzle-kit)/] },
  { files: /^e2e\//, may: [/./] },
  { files: /^proxy\.ts$/, may: [/^lib\/(page-headers|env)\.ts/, /^npm:next/, /^node:/] },
  { files: /^(next\.config\.js|lib\/bin\/bootstrap\.js)$/, may: [/^node:/, /^npm:/] },
];

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && existsSync(path.join(root, file)));
const sources = files.filter((file) => /\.(ts|tsx|js)$/.test(file) && !file.endsWith(".d.ts"));
const imports = new Map(sources.map((file) => [file, importsOf(file)]));

describe("the source tree", () => {
  it("was really read", () => {
    expect(sources.length).toBeGreaterThan(150);
    expect([...imports.values()].flat().length).toBeGreaterThan(600);
  });

  it("imports only what the table allows", () => {
    const offences = sources.flatMap((file) => {
      const row = rows.find((candidate) => candidate.files.test(file));
      if (!row) return [`${file} has no row in the table`];
      return (imports.get(file) ?? [])
        .filter((target) => !row.may.some((pattern) => pattern.test(target)))
        .map((target) => `${file} -> ${target}`);
    });
    expect(offences).toEqual([]);
  });

  it("keeps the two halves apart", () => {
    const halves = ["progress", "ledger"] as const;
    const crossings = sources.flatMap((file) =>
      halves.flatMap((half) => {
        const other = half === "progress" ? "ledger" : "progress";
        const mine = new RegExp(`^(lib/${half}/|lib/store/${half}-|components/${half}/|drizzle/schema/${half})`);
        const theirs = new RegExp(`^(lib/${other}/|lib/store/${other}-|components/${other}/|drizzle/schema/${other})`);
        const isTest = /\.test\.tsx?$/.test(file);
        return mine.test(file) && !isTest
          ? (imports.get(file) ?? []).filter((t) => theirs.test(t)).map((t) => `${file} -> ${t}`)
          : [];
      }),
    );
    // The one shared word is the role that may decide, which the screens of both halves ask about.
    expect(crossings.filter((crossing) => !crossing.endsWith("lib/progress/validation.ts"))).toEqual([]);
  });

  it("has no imports that run in a circle", () => {
    expect(findCycle()).toBeNull();
  });

  it("names files in kebab-case", () => {
    const odd = sources.filter((file) => !/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(path.basename(file)));
    expect(odd).toEqual([]);
  });

  it("avoids names that say nothing", () => {
    expect(
      sources.filter((file) => /(^|[-/])(utils?|helpers?|common|manager|service|handler)[-./]/.test(file)),
    ).toEqual([]);
  });

  it("names only paths that exist in its documents", () => {
    const documents = files.filter((file) => file.endsWith(".md"));
    const missing = documents.flatMap((file) => {
      const text = readFileSync(path.join(root, file), "utf8");
      const named = [...text.matchAll(/`((?:app|components|lib|drizzle|e2e|public|\.ci)\/[\w./()[\]-]+)`/g)].map(
        (m) => m[1] ?? "",
      );
      return named.filter((name) => !existsSync(path.join(root, name))).map((name) => `${file}: ${name}`);
    });
    expect(missing).toEqual([]);
  });
});

function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), "utf8");
  const pattern =
    /(?:^|[\s;])(?:import|export)\s+(?:type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)/gm;
  return [...text.matchAll(pattern)].map((match) => resolve(file, match[1] ?? match[2] ?? ""));
}

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith("node:")) return specifier;
  const target = specifier.startsWith("@/")
    ? specifier.slice(2)
    : specifier.startsWith(".")
      ? path.posix.join(path.posix.dirname(file), specifier)
      : null;
  if (target === null) return `npm:${specifier}`;
  const candidates = [target, `${target}.ts`, `${target}.tsx`, target.replace(/\.js$/, ".ts")];
  return candidates.find((candidate) => /\.\w+$/.test(candidate) && existsSync(path.join(root, candidate))) ?? target;
}

function findCycle(): string[] | null {
  const done = new Set<string>();
  const visit = (file: string, trail: string[]): string[] | null => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const target of imports.get(file) ?? []) {
      const cycle = imports.has(target) ? visit(target, [...trail, file]) : null;
      if (cycle) return cycle;
    }
    done.add(file);
    return null;
  };
  for (const file of sources) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return null;
}
