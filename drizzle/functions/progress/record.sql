-- `bodies`: the checkpoints' bodies in their order, those of the copies, then the output if the run finishes.
create function progress.record(
  of_run uuid, by_execution uuid, with_token bigint, as_write uuid, write jsonb, bodies text[])
returns json language plpgsql volatile as $$
declare
  held progress.lease;
  t timestamptz;
  refused json;
  added integer := 0;
  ended boolean := false;
  ended_before timestamptz;
begin
  select * into held from progress.lease where run_id = of_run for update;
  t := progress.clock();
  refused := progress.lease_refusal(held, by_execution, with_token, t);
  if refused is not null then
    -- The reply to its end was lost, and the same end comes again.
    select ended_at into ended_before from progress.execution
    where id = by_execution and run_id = of_run and token = with_token and end_reason = write #>> '{end,kind}';
    return case when ended_before is null then refused
      else json_build_object('recorded', true, 'at', progress.ms(ended_before), 'resumeNow', false) end;
  end if;
  if held.write_id = as_write then
    -- Its end, if it had one, kept the lease: otherwise it would have been refused above.
    return json_build_object('recorded', true, 'at', progress.ms(held.last_activity_at), 'resumeNow', write ? 'end');
  end if;

  if write ? 'steps' then
    perform progress.record_steps(of_run, by_execution, t, write -> 'steps');
  end if;
  if write ? 'attempts' then
    perform progress.record_attempts(of_run, by_execution, t, write -> 'attempts');
  end if;
  if write ? 'validations' then
    perform progress.record_validations(of_run, t, write -> 'validations');
  end if;
  if write ? 'copies' then
    perform progress.record_copies(held, t, write -> 'copies', bodies, jsonb_array_length(write -> 'checkpoints'));
  end if;
  if write ? 'checkpoints' then
    added := progress.record_checkpoints(held, t, write -> 'checkpoints', bodies);
  end if;
  if write ? 'journal' then
    insert into progress.journal (run_id, at, kind, level, text, step_id, execution_id)
    select of_run, t, 'log', j.level, j.text, j."stepId", by_execution
    from jsonb_to_recordset(write -> 'journal') as j(level text, text text, "stepId" uuid);
  end if;
  if write ? 'end' then
    ended := progress.end_run(held, t, write -> 'end',
      case when write #>> '{end,kind}' = 'finished' then bodies[cardinality(bodies)] end);
  end if;
  update progress.lease
  set last_activity_at = t, write_id = as_write, checkpoint_count = checkpoint_count + added,
    worker_id = case when not ended then worker_id end, expires_at = case when not ended then expires_at end,
    renewed_at = case when not ended then renewed_at end
  where run_id = of_run;
  return json_build_object('recorded', true, 'at', progress.ms(t), 'resumeNow', write ? 'end' and not ended);
end $$;

create function progress.record_steps(of_run uuid, by_execution uuid, t timestamptz, steps jsonb) returns void language plpgsql volatile as $$
begin
  insert into progress.step as live
    (id, run_id, name, occurrence, kind, state, ordinal, action_id, execution_id, started_at, ended_at, next_try_at, wake_at)
  select s.id, of_run, s.name, s.occurrence, s.kind, s.state, s.ordinal, s."actionId", by_execution, t,
    case when s.state in ('done', 'failed', 'lost', 'cancelled') then t end,
    progress.at(s."nextTryAt"), t + s."wakeInMs" * interval '1 millisecond'
  from jsonb_to_recordset(steps) as s(
    id uuid, name text, occurrence text, kind text, state text, ordinal integer, "actionId" uuid,
    "nextTryAt" double precision, "wakeInMs" double precision)
  -- A finished step never starts again, and a sleep keeps the time it was first given.
  on conflict (id) do update
  set state = excluded.state, execution_id = excluded.execution_id, ended_at = excluded.ended_at,
    next_try_at = excluded.next_try_at, wake_at = coalesce(live.wake_at, excluded.wake_at),
    action_id = coalesce(excluded.action_id, live.action_id)
  where live.run_id = excluded.run_id and live.superseded_by is null and live.state <> 'done';
end $$;

create function progress.record_attempts(of_run uuid, by_execution uuid, t timestamptz, attempts jsonb) returns void language plpgsql volatile as $$
begin
  insert into progress.step_attempt as known
    (id, run_id, step_id, number, execution_id, started_at, ended_at, result, reason, decided_by, error)
  select a.id, of_run, a."stepId", a.number, by_execution,
    t - coalesce(a."tookMs", 0) * interval '1 millisecond', case when a.result is not null then t end,
    coalesce(a.result, 'open'), a.reason, a."decidedBy", a.error
  from jsonb_to_recordset(attempts) as a(
    id uuid, "stepId" uuid, number integer, result text, reason text, "decidedBy" text, error jsonb,
    "tookMs" double precision)
  on conflict (id) do update
  set result = excluded.result, ended_at = excluded.ended_at, reason = excluded.reason,
    decided_by = excluded.decided_by, error = excluded.error
  where known.run_id = excluded.run_id and known.result = 'open' and excluded.result <> 'open';
end $$;

create function progress.record_validations(of_run uuid, t timestamptz, validations jsonb) returns void language plpgsql volatile as $$
begin
  insert into progress.validation (id, run_id, step_id, kind, ask, role, state, subjects, shown, requested_at, deadline_at)
  select v.id, of_run, v."stepId", v.kind, v.ask, v.role, 'pending', v.subjects, v.shown, t,
    t + v."withinMs" * interval '1 millisecond'
  from jsonb_to_recordset(validations) as v(
    id uuid, "stepId" uuid, kind text, ask text, role text, subjects jsonb, shown jsonb, "withinMs" double precision)
  on conflict (id) do nothing;
end $$;

-- Numbers are given under the lease's lock, so they have no gaps; a repeat takes none. Returns how many were added.
create function progress.record_checkpoints(
  held progress.lease, t timestamptz, checkpoints jsonb, bodies text[])
returns integer language plpgsql volatile as $$
declare
  added integer := 0;
  c jsonb;
begin
  -- One by one: a join with the few that come would be planned before there are any rows, and then scan all of them.
  for i in 0 .. jsonb_array_length(checkpoints) - 1 loop
    c := checkpoints -> i;
    insert into progress.checkpoint
      (id, run_id, number, step_id, schema_name, schema_version, hash, bytes, body, execution_id, created_at)
    values ((c ->> 'id')::uuid, held.run_id, held.checkpoint_count + added + 1, (c ->> 'stepId')::uuid,
      c ->> 'schemaName', (c ->> 'schemaVersion')::integer, c ->> 'hash', octet_length(bodies[i + 1]), bodies[i + 1],
      held.execution_id, t)
    on conflict (id) do nothing;
    if found then
      added := added + 1;
    end if;
    update progress.step set state = 'done', ended_at = t, next_try_at = null
    where id = (c ->> 'stepId')::uuid and state <> 'done';
  end loop;
  return added;
end $$;

-- A copy in a newer version takes the place and the number of the checkpoint that it was made from, which is kept.
create function progress.record_copies(
  held progress.lease, t timestamptz, copies jsonb, bodies text[], bodies_before integer)
returns void language plpgsql volatile as $$
declare
  c jsonb;
  parent progress.checkpoint;
  body text;
begin
  for i in 0 .. jsonb_array_length(copies) - 1 loop
    c := copies -> i;
    body := bodies[coalesce(bodies_before, 0) + i + 1];
    update progress.checkpoint set superseded_by = (c ->> 'id')::uuid
    where id = (c ->> 'parentId')::uuid and run_id = held.run_id and superseded_by is null
    returning * into parent;
    continue when not found;
    insert into progress.checkpoint
      (id, run_id, number, step_id, schema_name, schema_version, hash, bytes, body, execution_id, parent_id, created_at)
    values ((c ->> 'id')::uuid, held.run_id, parent.number, parent.step_id, parent.schema_name,
      (c ->> 'schemaVersion')::integer, c ->> 'hash', octet_length(body), body, held.execution_id, parent.id, t);
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
  if kind in ('finished', 'failed') then
    update progress.validation set state = 'withdrawn' where run_id = held.run_id and state = 'pending';
  end if;
  if kind in ('blocked', 'failed') then
    perform progress.note(held.run_id, t, 'run', case kind when 'failed' then 'error' else 'warn' end,
      ending ->> 'text', held.execution_id);
  end if;
  return true;
end $$;
