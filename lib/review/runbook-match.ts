/**
 * Which runbook fits a matter: the one that asks for most and gets it. An exact value counts for two, one with `*` for
 * one; a destination that names a runbook counts as its exact destination. Of equals all are told. Pure.
 */

import { meets, type PatternKey, patternKeys, type Runbook } from "./runbook";

/** What is known of the matter at hand, by what runbooks can ask; unknown is empty. */
export type Matter = Record<PatternKey, readonly string[]> & {
  /** Runbooks that its destinations name. */
  named: readonly string[];
};

export const noMatter: Matter = {
  destination: [],
  workflow: [],
  step: [],
  cause: [],
  state: [],
  verdict: [],
  named: [],
};

type Asking = Pick<Runbook, "slug" | "patterns">;
export type Match<R extends Asking> = {
  /** The first by name of those that fit best. */
  best: R;
  /** Others that fit as well: nobody said which of them is meant. */
  ties: R[];
  /** All that fit, the best first. */
  all: R[];
};

export function matchRunbooks<R extends Asking>(matter: Matter, runbooks: readonly R[]): Match<R> | null {
  const fitting = runbooks
    .map((runbook) => ({ runbook, fit: fitOf(matter, runbook) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit || (a.runbook.slug < b.runbook.slug ? -1 : 1));
  const [first, ...rest] = fitting;
  if (first === undefined) return null;
  return {
    best: first.runbook,
    ties: rest.filter(({ fit }) => fit === first.fit).map(({ runbook }) => runbook),
    all: fitting.map(({ runbook }) => runbook),
  };
}

const namedFit = 2;

/** 0: it does not fit. */
function fitOf(matter: Matter, { slug, patterns }: Asking): number {
  let own = 0;
  for (const key of patternKeys) {
    const asked = patterns[key];
    if (asked === undefined) continue;
    const met = asked.filter((pattern) => matter[key].some((value) => meets(pattern, value)));
    if (met.length === 0) return matter.named.includes(slug) ? namedFit : 0;
    own += met.some((pattern) => !pattern.endsWith("*")) ? 2 : 1;
  }
  return matter.named.includes(slug) ? Math.max(own, namedFit) : own;
}
