/** Drives a subject with a fixed number of clients and reads from Postgres what a run cost. */

import postgres from "postgres";

export type Subject = {
  /** One run from its start to its durable end. */
  runOnce(): Promise<void>;
  /** Ends its connections, so that their statistics are complete. */
  close(): Promise<void>;
};

export type Figures = {
  runsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** All of the following are per run. */
  commits: number;
  /** Transactions that wrote. */
  writes: number;
  rows: number;
  walBytes: number;
  tableBytes: number;
};

/** Fills caches and prepares statements. */
const warmUpRuns = 64;

export async function measure(
  subject: Subject,
  ask: { concurrency: number; runs: number; url: string },
): Promise<Figures> {
  await drive(subject, ask.concurrency, Math.max(warmUpRuns, ask.concurrency));
  const before = await readCounters(ask.url);
  const startedMs = performance.now();
  const tookMs = await drive(subject, ask.concurrency, ask.runs);
  const seconds = (performance.now() - startedMs) / 1_000;
  await subject.close();
  const after = await readCounters(ask.url);
  const perRun = (name: keyof Counters) => (after[name] - before[name]) / ask.runs;
  tookMs.sort((a, b) => a - b);
  const quantile = (q: number) => tookMs[Math.min(tookMs.length - 1, Math.floor(q * tookMs.length))] ?? 0;
  return {
    runsPerSecond: ask.runs / seconds,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    commits: perRun("commits"),
    writes: perRun("writes"),
    rows: perRun("rows"),
    walBytes: perRun("walBytes"),
    tableBytes: perRun("tableBytes"),
  };
}

export async function drive(subject: Subject, concurrency: number, runs: number): Promise<number[]> {
  const tookMs: number[] = [];
  let left = runs;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      const startedMs = performance.now();
      await subject.runOnce();
      tookMs.push(performance.now() - startedMs);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, client));
  return tookMs;
}

type Counters = { commits: number; writes: number; rows: number; walBytes: number; tableBytes: number };

async function readCounters(url: string): Promise<Counters> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    // Sessions hand in their statistics about once a second; the subject's own are closed by then.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    await sql`select pg_stat_force_next_flush()`;
    const [row] = await sql<[Counters]>`
      select
        (select xact_commit::float8 from pg_stat_database where datname = current_database()) as commits,
        pg_current_xact_id()::text::float8 as writes,
        (select sum(n_tup_ins + n_tup_upd)::float8 from pg_stat_user_tables) as rows,
        (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as "walBytes",
        pg_database_size(current_database())::float8 as "tableBytes"`;
    return row;
  } finally {
    await sql.end();
  }
}
