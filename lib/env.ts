/**
 * What the surroundings say, parsed once and nowhere else. Every process of the product reads its settings here: those that
 * `npm start` starts are told everything by variables; those started beside it (`npm run worker`, `npm run bench`) find the
 * running embedded server through the files that `npm start` leaves in the data folder.
 */

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { mayBePrivate, whyNotThere } from "./webhook/address";
import type { Webhook } from "./webhook/send";
import { webhookKey } from "./webhook/signature";

export interface Env {
  /** Postgres to work on; null when no variable names one and no embedded server is running. */
  databaseUrl: string | null;
  /** Where the ledger lives, when it has a database of its own; otherwise it is beside progress. */
  ledgerUrl: string | null;
  /** The demo (its accounts, its outside world) exists on the embedded database only. */
  demo: boolean;
  port: number;
  /** What people type in the browser, without a slash at the end. */
  publicUrl: string;
  /** Where the demo's outside world listens. */
  worldUrl: string | null;
  dataDir: string;
  /** What a monitor must show to read the metrics; null when there are none to be read. */
  metricsToken: string | null;
  /** Where the web server listens: loopback, unless a container's network is to reach it. */
  host: string;
  /** How long a web process that was asked to stop still answers, so that whoever balances requests turns away first. */
  drainMs: number;
  /** Where messages go; null when nobody wants them. */
  webhook: Webhook | null;
  /** How long after the end of their run payloads and records are kept. */
  retention: { payloadMs: number; recordMs: number };
  /** Where runbooks lie (null: there are none), and after how many days without a review one is stale. */
  runbooks: { folder: string | null; staleAfterDays: number };
}

export type SetupErrorCode =
  | "already_running"
  | "bad_option"
  | "build_failed"
  | "chromium_missing"
  | "data_dir_unreachable"
  | "data_from_other_version"
  | "database_missing"
  | "database_pooled"
  | "database_refused"
  | "database_too_old"
  | "database_unreachable"
  | "database_url_missing"
  | "env_invalid"
  | "migration_failed"
  | "migration_missing"
  | "port_in_use"
  | "postgres_failed"
  | "postgres_package_missing"
  | "postgres_user_missing"
  | "process_died"
  | "seed_failed"
  | "world_failed";

/** Something about the machine or its settings must be changed by a person; `nextStep` says what. */
export class SetupError extends Error {
  readonly code: SetupErrorCode;
  readonly nextStep: string;

  constructor(code: SetupErrorCode, message: string, nextStep: string) {
    super(message);
    this.name = "SetupError";
    this.code = code;
    this.nextStep = nextStep;
  }
}

/** As good as for ever. */
const daysMax = 36_500;

/** Nobody guesses so many. */
const metricsTokenMin = 16;
const drainSecondsMax = 600;

const Variables = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  LEDGER_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  WORLD_URL: z.url({ protocol: /^http$/ }).optional(),
  REPRISE_DEMO: z.enum(["0", "1"]).optional(),
  REPRISE_DATA_DIR: z.string().default(".data"),
  REPRISE_RUNBOOKS: z.string().optional(),
  RUNBOOK_STALE_DAYS: z.coerce.number().int().min(1).max(daysMax).default(90),
  METRICS_TOKEN: z.string().min(metricsTokenMin).optional(),
  REPRISE_HOST: z.union([z.ipv4(), z.ipv6()]).default("127.0.0.1"),
  DRAIN_SECONDS: z.coerce.number().min(0).max(drainSecondsMax).default(5),
  WEBHOOK_URL: z.string().optional(),
  WEBHOOK_SECRET: z
    .string()
    .refine((secret) => webhookKey(secret) !== null)
    .optional(),
  WEBHOOK_PLAIN_HOSTS: z.string().default(""),
  WEBHOOK_PRIVATE_HOSTS: z.string().default(""),
  RETENTION_PAYLOAD_DAYS: z.coerce.number().int().min(1).max(daysMax).default(90),
  RETENTION_RECORD_DAYS: z.coerce.number().int().min(30).max(daysMax).default(400),
});

const expected: Record<keyof z.infer<typeof Variables>, string> = {
  DATABASE_URL: "postgres://user:password@host:5432/name, special characters in the password percent-encoded",
  LEDGER_DATABASE_URL: "an address like that of DATABASE_URL",
  PORT: "a number from 1 to 65535",
  PUBLIC_URL: "an address such as https://reprise.example.com",
  WORLD_URL: "an address such as http://127.0.0.1:4010",
  REPRISE_DEMO: "0 or 1",
  REPRISE_DATA_DIR: "a folder",
  REPRISE_RUNBOOKS: "a folder",
  RUNBOOK_STALE_DAYS: `a number of days from 1 to ${daysMax}`,
  METRICS_TOKEN: `${metricsTokenMin} characters or more, such as from: openssl rand -hex 16`,
  REPRISE_HOST: "an address of this machine: 127.0.0.1, or 0.0.0.0 in a container",
  DRAIN_SECONDS: `a number of seconds from 0 to ${drainSecondsMax}`,
  WEBHOOK_URL: "an https address, or an http one of this machine or of a host in WEBHOOK_PLAIN_HOSTS",
  WEBHOOK_SECRET: "whsec_ followed by 24 to 64 random bytes in base64",
  WEBHOOK_PLAIN_HOSTS: "names of hosts, separated by commas",
  WEBHOOK_PRIVATE_HOSTS: "names of hosts, separated by commas",
  RETENTION_PAYLOAD_DAYS: `a number of days from 1 to ${daysMax}`,
  RETENTION_RECORD_DAYS: `a number of days from 30 to ${daysMax}`,
};

/** @throws SetupError `env_invalid`, naming each variable that cannot be used and what it should be. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  // Compose files and CI set variables to nothing when they mean "not set".
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = Variables.safeParse(given);
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))] as (keyof typeof expected)[];
    throw new SetupError(
      "env_invalid",
      `${names.join(" and ")} cannot be used as set.`,
      names.map((name) => `Set ${name} to ${expected[name]}, or unset it.`).join(" "),
    );
  }
  const variables = parsed.data;
  const demo = variables.REPRISE_DEMO ? variables.REPRISE_DEMO === "1" : !variables.DATABASE_URL;
  const dataDir = path.resolve(/* turbopackIgnore: true */ process.cwd(), variables.REPRISE_DATA_DIR);
  return {
    databaseUrl: variables.DATABASE_URL ?? readLeft(dataDir, "postgres.json", RunningDatabase)?.url ?? null,
    ledgerUrl: variables.LEDGER_DATABASE_URL ?? null,
    demo,
    port: variables.PORT,
    publicUrl: (variables.PUBLIC_URL ?? `http://localhost:${variables.PORT}`).replace(/\/+$/, ""),
    worldUrl: variables.WORLD_URL ?? readLeft(dataDir, "start.json", RunningStart)?.worldUrl ?? null,
    dataDir,
    metricsToken: variables.METRICS_TOKEN ?? null,
    host: variables.REPRISE_HOST,
    drainMs: variables.DRAIN_SECONDS * 1_000,
    webhook: webhookOf(variables),
    retention: retentionOf(variables),
    runbooks: { folder: runbooksOf(variables, demo), staleAfterDays: variables.RUNBOOK_STALE_DAYS },
  };
}

/** The demo's runbooks speak of its own destinations: nobody else's console shows them. */
function runbooksOf({ REPRISE_RUNBOOKS: given }: z.infer<typeof Variables>, demo: boolean): string | null {
  const folder = given ?? (demo ? "lib/demo/runbooks" : null);
  return folder === null ? null : path.resolve(/* turbopackIgnore: true */ process.cwd(), folder);
}

/** A record outlives its payload: it is what remains to protect from a repeat. */
function retentionOf({
  RETENTION_PAYLOAD_DAYS: payloadDays,
  RETENTION_RECORD_DAYS: recordDays,
}: z.infer<typeof Variables>): Env["retention"] {
  const dayMs = 24 * 60 * 60 * 1000;
  if (payloadDays <= recordDays) return { payloadMs: payloadDays * dayMs, recordMs: recordDays * dayMs };
  throw new SetupError(
    "env_invalid",
    `RETENTION_PAYLOAD_DAYS (${payloadDays}) is longer than RETENTION_RECORD_DAYS (${recordDays}).`,
    "Set RETENTION_RECORD_DAYS to at least as many days.",
  );
}

function webhookOf({
  WEBHOOK_URL: url,
  WEBHOOK_SECRET: secret,
  WEBHOOK_PLAIN_HOSTS: plain,
  WEBHOOK_PRIVATE_HOSTS: named,
}: z.infer<typeof Variables>): Webhook | null {
  if (url === undefined) return null;
  const hostsOf = (list: string) => list.split(",").map((host) => host.trim());
  const [plainHosts, privateHosts] = [hostsOf(plain), hostsOf(named)];
  const why = whyNotThere(url, plainHosts);
  if (why !== null) {
    throw new SetupError(
      "env_invalid",
      `WEBHOOK_URL ${why}.`,
      `Set WEBHOOK_URL to ${expected.WEBHOOK_URL}, or unset it.`,
    );
  }
  const key = secret === undefined ? null : webhookKey(secret);
  // Whoever lets messages go unencrypted to a host knows that it is near.
  if (key !== null) return { url, key, mayBePrivate: mayBePrivate(url, [...plainHosts, ...privateHosts]) };
  throw new SetupError(
    "env_invalid",
    "WEBHOOK_URL is set and WEBHOOK_SECRET is not: a receiver could not tell our messages from a forger's.",
    `Set WEBHOOK_SECRET to ${expected.WEBHOOK_SECRET}, here and at the receiver.`,
  );
}

/** @throws SetupError `database_url_missing` when there is no database to work on. */
export function getDatabaseUrl(env: Env = readEnv()): string {
  if (env.databaseUrl) return env.databaseUrl;
  throw new SetupError(
    "database_url_missing",
    "There is no database: DATABASE_URL is not set and no embedded server is running.",
    "Run npm start in another terminal first, or set DATABASE_URL.",
  );
}

/** Both halves' databases, which are one unless the ledger has its own. @throws SetupError `database_url_missing` */
export function getDatabaseUrls(env: Env = readEnv()): { progressUrl: string; ledgerUrl: string } {
  const progressUrl = getDatabaseUrl(env);
  return { progressUrl, ledgerUrl: env.ledgerUrl ?? progressUrl };
}

const RunningDatabase = z.object({ url: z.string().nullable() });
const RunningStart = z.object({ worldUrl: z.string().nullable() });

/** What a running `npm start` left for others; a file cut off by a kill counts as absent. */
function readLeft<T>(dataDir: string, file: string, schema: z.ZodType<T>): T | null {
  const text = readText(path.join(dataDir, file));
  if (!text) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function readText(file: string): string | null {
  return existsSync(/* turbopackIgnore: true */ file)
    ? readFileSync(/* turbopackIgnore: true */ file, "utf8").trim()
    : null;
}
