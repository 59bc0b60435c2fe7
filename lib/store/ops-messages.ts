/** The webhook's messages in the Postgres schema "ops", dated on the clock of progress, beside which it lives. */

import {
  type Message,
  type MessageCounts,
  type MessageStore,
  messageRetryFirstMs,
  messageRetryMaxMs,
  messageTriesMax,
} from "@/lib/engine/message-store";
import type { Database, Sql } from "./database";
import { plainText, storedText } from "./free-text";
import { endedBefore, endedPage, micros } from "./ops-ended";

export const messageStore = ({ sql }: Pick<Database, "sql">): MessageStore => ({
  async record(messages) {
    if (messages.length === 0) return 0;
    const rows = messages.map((message) => ({ ...message, name: storedText(message.name.toWellFormed()) }));
    const inserted = await sql`
      insert into ops.message (id, event, object_kind, object_id, occasion, name, state, at, next_try_at)
      select id, event, "objectKind", "objectId", occasion, name, state, to_timestamp(at / 1000), progress.clock()
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as m (
        id uuid, event text, "objectKind" text, "objectId" uuid, occasion text, name text, state text, at float8)
      on conflict do nothing`;
    return inserted.count;
  },

  async take(limit) {
    const rows = await sql<MessageRow[]>`
      with due as (
        select id from ops.message where next_try_at <= progress.clock()
        order by next_try_at limit ${limit} for update skip locked)
      update ops.message m set
        tries = m.tries + 1,
        next_try_at = progress.clock() + least(
          ${messageRetryMaxMs}::float8, ${messageRetryFirstMs}::float8 * power(2, m.tries)) * interval '1 millisecond'
      from due where m.id = due.id
      returning ${columns(sql)}`;
    return rows.map(messageOf);
  },

  async delivered(id) {
    await sql`
      update ops.message set delivered_at = progress.clock(), next_try_at = null, given_up_at = null, error = null
      where id = ${id} and delivered_at is null`;
  },

  async failed(id, error) {
    const givesUp = sql`tries >= ${messageTriesMax}`;
    await sql`
      update ops.message set
        error = ${storedText(error)},
        given_up_at = case when ${givesUp} then progress.clock() end,
        next_try_at = case when not ${givesUp} then next_try_at end
      where id = ${id} and next_try_at is not null`;
  },

  async list({ objectId, limit }) {
    const rows = await sql<MessageRow[]>`
      select ${columns(sql)} from ops.message m
      where ${objectId === undefined ? sql`true` : sql`object_id = ${objectId}`}
      order by at desc, id desc
      limit ${limit}`;
    return rows.map(messageOf);
  },

  async count() {
    const [row] = await sql<MessageCounts[]>`
      select
        count(delivered_at)::int as delivered,
        count(next_try_at)::int as waiting,
        count(given_up_at)::int as "givenUp"
      from ops.message`;
    return row ?? { delivered: 0, waiting: 0, givenUp: 0 };
  },

  async listEnded(ask) {
    const rows = await sql<(MessageRow & { micros: string })[]>`
      select ${columns(sql)}, ${micros(sql)} as micros from ops.message m
      where next_try_at is null and ${endedBefore(sql, ask)}
      order by m.at, m.id limit ${ask.pageSize + 1}`;
    return endedPage(rows, ask.pageSize, messageOf);
  },

  async remove(ids) {
    const removed = await sql`delete from ops.message where id = any(${ids}::uuid[]) and next_try_at is null`;
    return removed.count;
  },
});

type Times = "at" | "nextTryAt" | "deliveredAt" | "givenUpAt";
type MessageRow = Omit<Message, Times> & Record<Times, string | null>;

const columns = (sql: Sql) => sql`
  m.id, m.event, m.object_kind as "objectKind", m.object_id as "objectId", m.occasion, m.name, m.state, m.tries, m.error,
  floor(extract(epoch from m.at) * 1000)::bigint::text as at,
  floor(extract(epoch from m.next_try_at) * 1000)::bigint::text as "nextTryAt",
  floor(extract(epoch from m.delivered_at) * 1000)::bigint::text as "deliveredAt",
  floor(extract(epoch from m.given_up_at) * 1000)::bigint::text as "givenUpAt"`;

const messageOf = (row: MessageRow): Message => ({
  ...row,
  name: plainText(row.name),
  error: plainText(row.error),
  at: Number(row.at),
  nextTryAt: time(row.nextTryAt),
  deliveredAt: time(row.deliveredAt),
  givenUpAt: time(row.givenUpAt),
});

const time = (text: string | null): number | null => (text === null ? null : Number(text));
