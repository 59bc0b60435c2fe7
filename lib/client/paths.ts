/** Every address of the console, built in one place. */

import { type Query, queryText } from "./api";

export const paths = {
  now: () => "/",
  runs: (query: Query = {}) => `/runs${queryText(query)}`,
  run: (runId: string, query: Query = {}) => `/runs/${runId}${queryText(query)}`,
  actions: (query: Query = {}) => `/actions${queryText(query)}`,
  /** The actions whose outcome nobody knows, to be worked through. */
  desk: () => "/actions/unknown",
  /** `button`: where the page leads the reader. */
  action: (actionId: string, button?: "check" | "settle") =>
    `/actions/${actionId}${button === undefined ? "" : `#${button}`}`,
  /** `name` leads to that destination's panel. */
  destinations: (name?: string) => `/destinations${name === undefined ? "" : `#${encodeURIComponent(name)}`}`,
  approvals: (query: Query = {}) => `/approvals${queryText(query)}`,
  approval: (validationId: string) => `/approvals/${validationId}`,
  incidents: (query: Query = {}) => `/incidents${queryText(query)}`,
  incident: (incidentId: string) => `/incidents/${incidentId}`,
  insights: (query: Query = {}) => `/insights${queryText(query)}`,
  workflows: () => "/insights/workflows",
  workflow: (name: string, query: Query = {}) => `/insights/workflows/${encodeURIComponent(name)}${queryText(query)}`,
  reviews: () => "/reviews",
  /** Without a week: the newest that is over, or in the first week of a deployment the one that goes on. */
  review: (week = "latest", query: Query = {}) => `/reviews/${week}${queryText(query)}`,
  runbooks: () => "/runbooks",
  /** Opened about a run, an action or an incident, its steps can be ticked and lead to that one's buttons. */
  runbook: (slug: string, about: { run?: string; action?: string; incident?: string } = {}) =>
    `/runbooks/${slug}${queryText(about)}`,
  settings: () => "/settings",
  keys: () => "/settings/keys",
  people: () => "/settings/people",
  signIn: (next?: string) => `/sign-in${queryText({ next })}`,
};
