-- The writes of several runs, one each, in the order of run ids. Each answer is its own run's; what each writes is one
-- statement per table for all of them. `write` has the rows of all, each with its run; a checkpoint and an output name
-- their place in `bodies`. Without the settings, plans made while the tables are new would scan them when they are large.
create function progress.record(runs uuid[], write_ids uuid[], calls jsonb, write jsonb, bodies text[]) returns json[]
language plpgsql volatile
set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
declare
  locked progress.lease[] := array(
    select l from progress.lease l where l.run_id = any (runs) order by l.run_id for update);
  t timestamptz := progress.clock();
  held progress.lease;
  call jsonb;
  refused json;
  accepted uuid[] := '{}';
  ended uuid[] := '{}';
  added_to uuid[] := '{}';
  answers json[] := '{}';
  next integer := 1;
begin
  for i in 1 .. cardinality(runs) loop
    held := null;
    if locked[next].run_id = runs[i] then
      held := locked[next];
      next := next + 1;
    end if;
    call := calls -> (i - 1);
    refused := progress.lease_refusal(held, (call ->> 'executionId')::uuid, (call ->> 'token')::bigint, t);
    if refused is not null then
      answers[i] := progress.end_again(
        runs[i], (call ->> 'executionId')::uuid, (call ->> 'token')::bigint, call #>> '{end,kind}', refused);
    elsif held.write_id = write_ids[i] then
      -- Its end, if it had one, kept the lease: otherwise it would have been refused above.
      answers[i] := progress.recorded(held.last_activity_at, call ? 'end');
    else
      accepted := accepted || runs[i];
      answers[i] := progress.recorded(t, false);
    end if;
  end loop;

  if write ? 'steps' then
    perform progress.record_steps(accepted, t, write -> 'steps');
  end if;
  if write ? 'attempts' then
    perform progress.record_attempts(accepted, t, write -> 'attempts');
  end if;
  if write ? 'validations' then
    perform progress.record_validations(accepted, t, write -> 'validations');
  end if;
  if write ? 'journal' then
    insert into progress.journal (run_id, at, kind, level, text, step_id, execution_id)
    select j."runId", t, 'log', j.level, j.text, j."stepId", j."executionId"
    from jsonb_to_recordset(write -> 'journal')
      as j("runId" uuid, "executionId" uuid, level text, text text, "stepId" uuid)
    where j."runId" = any (accepted);
  end if;
  if write ? 'copies' then
    perform progress.record_copies(accepted, t, write -> 'copies', bodies);
  end if;
  if write ? 'checkpoints' then
    added_to := progress.record_checkpoints(accepted, t, write -> 'checkpoints', bodies);
  end if;
  for i in 1 .. cardinality(runs) loop
    call := calls -> (i - 1) -> 'end';
    continue when call is null or not runs[i] = any (accepted);
    select * into held from unnest(locked) l where l.run_id = runs[i];
    if progress.end_run(held, t, call, bodies[(call ->> 'output')::integer]) then
      ended := ended || runs[i];
    else
      answers[i] := progress.recorded(t, true);
    end if;
  end loop;
  update progress.lease
  set last_activity_at = t, write_id = write_ids[array_position(runs, run_id)],
    checkpoint_count = checkpoint_count + coalesce(cardinality(array_positions(added_to, run_id)), 0),
    worker_id = case when not run_id = any (ended) then worker_id end,
    expires_at = case when not run_id = any (ended) then expires_at end,
    renewed_at = case when not run_id = any (ended) then renewed_at end
  where run_id = any (accepted);
  return answers;
end $$;

create function progress.recorded(t timestamptz, resume_now boolean) returns json language sql stable as $$
  select json_build_object('recorded', true, 'at', progress.ms(t), 'resumeNow', resume_now)
$$;

-- The reply to its end was lost, and the same end comes again.
create function progress.end_again(of_run uuid, by_execution uuid, with_token bigint, end_kind text, refused json)
returns json language plpgsql volatile as $$
declare
  ended_before timestamptz;
begin
  select ended_at into ended_before from progress.execution
  where id = by_execution and run_id = of_run and token = with_token and end_reason = end_kind;
  return case when ended_before is null then refused else progress.recorded(ended_before, false) end;
end $$;

create function progress.record_steps(accepted uuid[], t timestamptz, steps jsonb) returns void
language plpgsql volatile as $$
begin
  insert into progress.step as live
    (id, run_id, name, occurrence, kind, state, ordinal, action_id, execution_id, started_at, ended_at, next_try_at, wake_at)
  select s.id, s."runId", s.name, s.occurrence, s.kind, s.state, s.ordinal, s."actionId", s."executionId", t,
    case when s.state in ('done', 'failed', 'lost', 'cancelled') then t end,
    progress.at(s."nextTryAt"), t + s."wakeInMs" * interval '1 millisecond'
  from jsonb_to_recordset(steps) as s(
    "runId" uuid, "executionId" uuid, id uuid, name text, occurrence text, kind text, state text, ordinal integer,
    "actionId" uuid, "nextTryAt" double precision, "wakeInMs" double precision)
  where s."runId" = any (accepted)
  -- A finished step never starts again, and a sleep keeps the time it was first given.
  on conflict (id) do update
  set state = excluded.state, execution_id = excluded.execution_id, ended_at = excluded.ended_at,
    next_try_at = excluded.next_try_at, wake_at = coalesce(live.wake_at, excluded.wake_at),
    action_id = coalesce(excluded.action_id, live.action_id)
  where live.run_id = excluded.run_id and live.superseded_by is null and live.state <> 'done';
end $$;

create function progress.record_attempts(accepted uuid[], t timestamptz, attempts jsonb) returns void
language plpgsql volatile as $$
begin
  insert into progress.step_attempt as known
    (id, run_id, step_id, number, execution_id, started_at, ended_at, result, reason, decided_by, error)
  select a.id, a."runId", a."stepId", a.number, a."executionId",
    t - coalesce(a."tookMs", 0) * interval '1 millisecond', case when a.result is not null then t end,
    coalesce(a.result, 'open'), a.reason, a."decidedBy", a.error
  from jsonb_to_recordset(attempts) as a(
    "runId" uuid, "executionId" uuid, id uuid, "stepId" uuid, number integer, result text, reason text,
    "decidedBy" text, error jsonb, "tookMs" double precision)
  where a."runId" = any (accepted)
  on conflict (id) do update
  set result = excluded.result, ended_at = excluded.ended_at, reason = excluded.reason,
    decided_by = excluded.decided_by, error = excluded.error
  where known.run_id = excluded.run_id and known.result = 'open' and excluded.result <> 'open';
end $$;

create function progress.record_validations(accepted uuid[], t timestamptz, validations jsonb) returns void
language plpgsql volatile as $$
begin
  insert into progress.validation (id, run_id, step_id, kind, ask, role, state, subjects, shown, requested_at, deadline_at,
    quorum, four_eyes, on_expiry, escalate_to, escalate_ms)
  select v.id, v."runId", v."stepId", v.kind, v.ask, v.role, 'pending', v.subjects, v.shown, t,
    t + v."withinMs" * interval '1 millisecond', coalesce(v.quorum, 1), coalesce(v."fourEyes", false),
    coalesce(v."onExpiry", 'block'), v.escalation ->> 'role', (v.escalation ->> 'withinMs')::bigint
  from jsonb_to_recordset(validations) as v(
    "runId" uuid, id uuid, "stepId" uuid, kind text, ask text, role text, subjects jsonb, shown jsonb,
    "withinMs" double precision, quorum integer, "fourEyes" boolean, "onExpiry" text, escalation jsonb)
  where v."runId" = any (accepted)
  on conflict (id) do nothing;
end $$;

-- Numbers are given under the leases' locks, so they have no gaps; a repeat takes none. Returns the run of each one added.
create function progress.record_checkpoints(accepted uuid[], t timestamptz, checkpoints jsonb, bodies text[])
returns uuid[] language plpgsql volatile as $$
declare
  added_to uuid[];
  of_steps uuid[];
begin
  with added as (
    insert into progress.checkpoint
      (id, run_id, number, step_id, schema_name, schema_version, hash, bytes, body, execution_id, created_at)
    select c.id, c."runId", l.checkpoint_count + row_number() over (partition by c."runId" order by c.body),
      c."stepId", c."schemaName", c."schemaVersion", c.hash, octet_length(bodies[c.body]), bodies[c.body],
      c."executionId", t
    from jsonb_to_recordset(checkpoints) as c(
      "runId" uuid, "executionId" uuid, id uuid, "stepId" uuid, "schemaName" text, "schemaVersion" integer, hash text,
      body integer)
    join progress.lease l on l.run_id = c."runId"
    where c."runId" = any (accepted) and not exists (select from progress.checkpoint known where known.id = c.id)
    returning run_id, step_id
  )
  select array_agg(run_id), array_agg(step_id) into added_to, of_steps from added;
  update progress.step set state = 'done', ended_at = t, next_try_at = null
  where id = any (of_steps) and state <> 'done';
  return added_to;
end $$;

-- A copy in a newer version takes the place and the number of the checkpoint that it was made from, which is kept.
create function progress.record_copies(accepted uuid[], t timestamptz, copies jsonb, bodies text[]) returns void
language plpgsql volatile as $$
declare
  copy record;
  parent progress.checkpoint;
begin
  for copy in
    select * from jsonb_to_recordset(copies) as c(
      "runId" uuid, "executionId" uuid, id uuid, "parentId" uuid, "schemaVersion" integer, hash text, body integer)
    where c."runId" = any (accepted)
  loop
    update progress.checkpoint set superseded_by = copy.id
    where id = copy."parentId" and run_id = copy."runId" and superseded_by is null
    returning * into parent;
    continue when not found;
    insert into progress.checkpoint
      (id, run_id, number, step_id, schema_name, schema_version, hash, bytes, body, execution_id, parent_id, created_at)
    values (copy.id, copy."runId", parent.number, parent.step_id, parent.schema_name, copy."schemaVersion", copy.hash,
      octet_length(bodies[copy.body]), bodies[copy.body], copy."executionId", parent.id, t);
  end loop;
end $$;

create function progress.uuids(ids jsonb) returns uuid[] language plpgsql immutable as $$
begin
  return (select coalesce(array_agg(id::uuid), '{}') from jsonb_array_elements_text(ids) as id);
end $$;

-- Returns false for a suspension whose wait is over already: the worker keeps the lease and goes on.
create function progress.end_run(held progress.lease, t timestamptz, ending jsonb, with_output text) returns boolean
language plpgsql volatile as $$
declare
  kind text := ending ->> 'kind';
  why text := case kind when 'failed' then 'error' else ending ->> 'cause' end;
  awaited uuid[] := progress.uuids(ending -> 'validationIds');
  wake_in_ms double precision := (ending ->> 'wakeInMs')::double precision;
begin
  if kind = 'suspended' and (wake_in_ms <= 0
      or exists (select from progress.validation where id = any (awaited) and state <> 'pending')) then
    return false;
  end if;
  update progress.run
  set state = case kind
      when 'finished' then 'succeeded' when 'failed' then 'failed' when 'blocked' then 'blocked'
      when 'released' then 'queued' when 'suspended' then case why when 'validation' then 'needs_person' else 'waiting' end
    end,
    cause = why, cause_text = ending ->> 'text', error = ending -> 'error', output = with_output,
    waits_for_actions = progress.uuids(ending -> 'actionIds'), waits_for_validations = awaited,
    ready_at = case when kind = 'released' then t
      when kind = 'suspended' and why <> 'validation' then t + wake_in_ms * interval '1 millisecond' end,
    ended_at = case when kind in ('finished', 'failed') then t end
  where id = held.run_id;
  perform progress.close_execution(held, case kind when 'released' then 'stopped' else 'finished' end, kind, t,
    'lost', 'worker_stopped', 'policy');
  if kind = 'blocked' then
    update progress.execution set blocked_for = why where id = held.execution_id;
  end if;
  if kind in ('finished', 'failed') then
    update progress.validation set state = 'withdrawn' where run_id = held.run_id and state = 'pending';
  end if;
  if kind in ('blocked', 'failed') then
    perform progress.note(held.run_id, t, 'run', case kind when 'failed' then 'error' else 'warn' end,
      ending ->> 'text', held.execution_id);
  end if;
  return true;
end $$;
