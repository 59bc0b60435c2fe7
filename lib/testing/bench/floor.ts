/**
 * What a careful person would write by hand with postgres.js: the same bytes and the same two calls, an intention before
 * each call and its outcome after it; nine commits per run. No leases, no fence, no replay, nobody who could resume it.
 */

import postgres from "postgres";
import { newId } from "@/lib/sdk/new-id";
import type { Subject } from "./measure";
import { computedSteps, payload, result, sentActions } from "./work";

export async function prepareFloor(url: string, destination: string, connectionsMax: number): Promise<Subject> {
  const sql = postgres(url, { max: connectionsMax, onnotice: () => {} });
  await sql`create schema if not exists floor`;
  await sql`create table if not exists floor.run (id uuid primary key, input text, state text, output text)`;
  await sql`create table if not exists floor.checkpoint (id uuid primary key, run_id uuid, name text, body text)`;
  await sql`create table if not exists floor.action (id uuid primary key, run_id uuid, type text, payload text, outcome text)`;
  let started = 0;

  return {
    async runOnce() {
      const runId = newId();
      started += 1;
      const object = `T-${started}`;
      await sql`insert into floor.run values (${runId}, ${JSON.stringify({ object })}, 'running', null)`;
      for (const name of computedSteps) {
        await sql`insert into floor.checkpoint values (${newId()}, ${runId}, ${name}, ${JSON.stringify(result(name, runId))})`;
      }
      for (const type of sentActions) {
        const actionId = newId();
        const json = JSON.stringify(payload(object));
        await sql`insert into floor.action values (${actionId}, ${runId}, ${type}, ${json}, null)`;
        const headers = { "Content-Type": "application/json" };
        const answer = await fetch(`${destination}/${type}`, { method: "POST", headers, body: json });
        await sql`update floor.action set outcome = ${await answer.text()} where id = ${actionId}`;
      }
      await sql`update floor.run set state = 'succeeded', output = '{}' where id = ${runId}`;
    },
    close: () => sql.end(),
  };
}
