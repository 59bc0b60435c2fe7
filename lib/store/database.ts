/**
 * The one client to Postgres: postgres.js for the hot paths, drizzle over the same pool for ordinary reads. A process
 * opens it once; what its connections promise (durability, limits on waiting) is set here and nowhere else.
 */

import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { dialing } from "./database-socket";

export type Sql = postgres.Sql;
/** Statements on the pool, or inside a transaction. */
export type Statements = postgres.ISql;

export type Database = {
  sql: Sql;
  /** For the writes of runs under way: few connections, because one that was just used has everything at hand. */
  hot: Sql;
  /**
   * Over the same connections. Drizzle switches off postgres.js's own conversion of dates and JSON for both, so
   * statements written by hand take JSON as `${text}::text::jsonb` and give times as numbers.
   */
  db: PostgresJsDatabase;
  close(): Promise<void>;
};

export type ConnectOptions = {
  /** Names the process in pg_stat_activity. */
  applicationName?: string;
  connectionsMax?: number;
};

export type DatabaseErrorCode =
  | "database_unreachable"
  | "database_refused"
  | "database_missing"
  | "database_pooled"
  | "database_too_old"
  | "migration_failed";

export class DatabaseError extends Error {
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "DatabaseError";
    this.code = code;
  }
}

/** The oldest PostgreSQL that is supported, as `server_version_num` writes it. */
const serverVersionMin = 140_000;
/** A statement of this size of schema takes milliseconds; one that takes this long waits for something that is stuck. */
const statementTimeoutMs = 15_000;
/** Of a run under way: it may be lost and asked again several times within a lease of the usual 30 s. */
const hotStatementTimeoutMs = 4_000;
/**
 * A server that is there ends a statement at its limit and says so. What has said nothing a second later is gone: the
 * connection is ended, and the statement's caller learns that nobody knows whether it was applied.
 */
const silenceAfterTimeoutMs = 1_000;
/** Two cores' worth of queries, and few enough that ten processes stay below Postgres's default of 100 connections. */
const connectionsMax = 8;
/** Of these: what many runs write goes together anyway, and a third connection would find its caches cold. */
const hotConnectionsMax = 2;

/**
 * Opens the pool and makes sure that the server answers and is new enough.
 * @throws DatabaseError
 */
export async function connect(databaseUrl: string, options: ConnectOptions = {}): Promise<Database> {
  const { applicationName = "reprise", connectionsMax: max = connectionsMax } = options;
  const sql = open(databaseUrl, { max: Math.max(1, max - hotConnectionsMax), applicationName, statementTimeoutMs });
  try {
    await requireServer(sql);
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
  const hot = open(databaseUrl, {
    max: Math.min(hotConnectionsMax, max),
    applicationName,
    statementTimeoutMs: hotStatementTimeoutMs,
    oneAtATime: true,
  });
  return {
    sql,
    hot,
    db: drizzle(sql),
    async close() {
      await Promise.all([sql.end({ timeout: 5 }), hot.end({ timeout: 5 })]);
    },
  };
}

/**
 * postgres.js keeps what a lost connection had not written yet, puts it before the next one's first message, and then
 * writes only from 1,024 bytes on: the pool would stand still through several connect timeouts. A first message that is
 * longer leaves at once; with something before it the server refuses it, and the connection after that one is sound.
 */
const startFiller = "-".repeat(1_024);

/**
 * What the server does about a client that vanished: it ends a transaction that stands still, which holds locks that
 * others wait for, and connections whose peer does not answer.
 */
const serverSide = {
  idle_in_transaction_session_timeout: 15_000,
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 20_000,
};

export type OpenOptions = {
  max: number;
  applicationName: string;
  /** 0 for none. */
  statementTimeoutMs: number;
  /**
   * One statement at a time on each connection, so that none waits behind a slow or lost one, and so that silence is
   * noticed and bounded. postgres.js then knows no transactions of several statements.
   */
  oneAtATime?: boolean;
};

/** A client whose connections are not proven yet; `connect` is what most callers want. */
export function open(databaseUrl: string, options: OpenOptions): Sql {
  const { statementTimeoutMs: limitMs } = options;
  return postgres(databaseUrl, {
    max: options.max,
    // Where statements share a connection, the reply to one hides what is still owed to another, and a socket ended then
    // leaves statements of postgres.js without an answer: there keepalive and the server's own limit must do.
    ...(limitMs > 0 && options.oneAtATime && { socket: dialing(limitMs + silenceAfterTimeoutMs) }),
    // Of statements that wait behind the one under way; the types leave this option out. A transaction that begins just
    // at such a limit gets no connection to itself, so where there may be transactions the limit is out of reach.
    ...(options.oneAtATime && { max_pipeline: 0 }),
    connect_timeout: 5,
    // Behind a balancer a connection that is never renewed stays on a server that is being emptied.
    max_lifetime: 30 * 60,
    onnotice: () => {},
    connection: {
      application_name: options.applicationName,
      statement_timeout: limitMs,
      ...serverSide,
      // What was acknowledged is durable (P14), also where the server's default says otherwise.
      synchronous_commit: "on",
      // The hot path runs a few statements over and over; planning them anew costs more than any plan could save.
      plan_cache_mode: "force_generic_plan",
      "reprise.filler": startFiller,
    },
  });
}

/** @throws DatabaseError */
export async function requireServer(sql: Sql): Promise<void> {
  let server: { number: number; text: string; filler: string | null } | undefined;
  try {
    [server] = await sql<{ number: number; text: string; filler: string | null }[]>`
      select current_setting('server_version_num')::int as number, current_setting('server_version') as text,
        current_setting('reprise.filler', true) as filler`;
  } catch (error) {
    throw connectionError(error);
  }
  if (server && server.number < serverVersionMin) {
    throw new DatabaseError("database_too_old", `PostgreSQL ${server.text} is too old: 14 or newer is needed.`);
  }
  // What is asked of a connection at its start would hold for nobody: durability, limits, prepared statements.
  if (server && server.filler !== startFiller) throw pooled();
}

const pooled = (cause?: unknown) =>
  new DatabaseError(
    "database_pooled",
    "Between this process and PostgreSQL stands a pooler that does not keep a connection's settings.",
    cause,
  );

function connectionError(error: unknown): DatabaseError {
  const message = error instanceof Error ? error.message : String(error);
  const sqlState = String((error as { code?: unknown }).code ?? "");
  // How PgBouncer refuses settings that it cannot keep.
  if (sqlState === "08P01" && message.includes("startup parameter")) return pooled(error);
  // SQLSTATE classes: 28 invalid authorization, 3D invalid catalog name.
  if (sqlState.startsWith("28")) return new DatabaseError("database_refused", message, error);
  if (sqlState.startsWith("3D")) return new DatabaseError("database_missing", message, error);
  return new DatabaseError("database_unreachable", `No PostgreSQL answers: ${message || sqlState}`, error);
}
