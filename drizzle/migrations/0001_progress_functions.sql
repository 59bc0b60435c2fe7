-- The verbs of the progress half that must be one round trip. Each locks the run's lease row first, reads the clock
-- after the lock, compares, then writes. They are VOLATILE plpgsql under READ COMMITTED, so every statement after the
-- lock sees what the lock waited for. Lock order everywhere: lease, then anything else of the same run; a function that
-- takes several leases skips those that are locked. Answers are JSON in the shapes of lib/progress/store.ts.

-- One file, since a migration is applied whole. `language sql` is for what Postgres inlines or what is rare: before 18 it
-- plans the others at each call, plpgsql once per connection.

alter table progress.lease set (fillfactor = 50);
alter table progress.step set (fillfactor = 80);
alter table progress.step_attempt set (fillfactor = 80);
alter table progress.execution set (fillfactor = 80);

---------------------------------------------------------------- clock

-- The only clock of leases and deadlines; lib/store/database-clock.ts replaces it in databases marked for that.
create function progress.clock() returns timestamptz language sql volatile as 'select clock_timestamp()';

create function progress.ms(at timestamptz) returns bigint language sql stable
as $$ select floor(extract(epoch from at) * 1000)::bigint $$;

create function progress.at(ms double precision) returns timestamptz language sql immutable
as $$ select to_timestamp(ms / 1000.0) $$;

---------------------------------------------------------------- shapes

create function progress.run_json(r progress.run, l progress.lease) returns json language sql stable
as $$
  select json_build_object(
    'id', r.id, 'workflow', r.workflow, 'workflowVersion', r.workflow_version, 'logicalRunId', r.logical_run_id,
    'subject', r.subject, 'state', r.state, 'cause', r.cause, 'causeText', r.cause_text,
    'waitsFor', json_build_object('actionIds', r.waits_for_actions, 'validationIds', r.waits_for_validations),
    'wakeAt', case r.state when 'waiting' then progress.ms(r.ready_at) end,
    'recovery', r.recovery, 'leaseMs', r.lease_ms, 'token', l.token,
    'executionCount', r.execution_count, 'resumeCount', r.resume_count, 'checkpointCount', l.checkpoint_count,
    'createdAt', progress.ms(r.created_at), 'startedAt', progress.ms(r.started_at), 'endedAt', progress.ms(r.ended_at),
    'lastActivityAt', progress.ms(l.last_activity_at))
$$;

create function progress.validation_json(v progress.validation) returns json language sql stable
as $$
  select json_build_object(
    'id', v.id, 'runId', v.run_id, 'stepName', s.name, 'occurrence', s.occurrence, 'kind', v.kind, 'ask', v.ask,
    'role', v.role, 'state', v.state, 'subjects', v.subjects, 'shown', v.shown,
    'requestedAt', progress.ms(v.requested_at), 'deadlineAt', progress.ms(v.deadline_at),
    'decision', case when d.id is not null then json_build_object(
      'id', d.id, 'verdict', d.verdict, 'by', d.by, 'role', d.role, 'reason', d.reason, 'answer', d.answer,
      'decidedAt', progress.ms(d.decided_at)) end)
  from progress.step s left join progress.decision d on d.validation_id = v.id
  where s.id = v.step_id
$$;

-- Bodies travel as JSON strings inside `json`, which keeps them letter by letter.
create function progress.recorded_steps(of_run uuid, up_to integer) returns json language plpgsql stable as $$
begin
  return (
    select coalesce(json_agg(json_build_object(
      'stepId', s.id, 'name', s.name, 'occurrence', s.occurrence, 'kind', s.kind, 'actionId', s.action_id,
      'ordinal', s.ordinal, 'number', c.number, 'schemaName', c.schema_name, 'schemaVersion', c.schema_version,
      'hash', c.hash, 'body', c.body, 'at', progress.ms(c.created_at)) order by c.number), '[]')
    from progress.checkpoint c join progress.step s on s.id = c.step_id
    where c.run_id = of_run and c.superseded_by is null and c.number <= up_to
  );
end $$;

create function progress.open_steps(of_run uuid) returns json language plpgsql stable as $$
begin
  return (
    select coalesce(json_agg(json_build_object(
      'stepId', s.id, 'name', s.name, 'occurrence', s.occurrence, 'kind', s.kind, 'actionId', s.action_id,
      'ordinal', s.ordinal, 'attempts', coalesce(a.attempts, 0), 'failedAttempts', coalesce(a.failed, 0),
      'nextTryAt', progress.ms(s.next_try_at), 'wakeAt', progress.ms(s.wake_at),
      'validation', (select progress.validation_json(v) from progress.validation v
                     where v.step_id = s.id order by v.requested_at desc limit 1)) order by s.ordinal), '[]')
    from progress.step s
    left join lateral (
      select max(number) as attempts, count(*) filter (where result = 'failed') as failed
      from progress.step_attempt where step_id = s.id) a on true
    where s.run_id = of_run and s.superseded_by is null
      and not exists (select from progress.checkpoint c where c.step_id = s.id and c.superseded_by is null)
  );
end $$;

create function progress.refused(code text, by text, at timestamptz) returns json language sql stable
as $$ select json_build_object('refused', code, 'by', by, 'at', progress.ms(at)) $$;

create function progress.note(of_run uuid, t timestamptz, kind text, level text, line text, of_execution uuid)
returns void language plpgsql volatile as $$
begin
  insert into progress.journal (run_id, at, kind, level, text, execution_id)
  values (of_run, t, kind, level, line, of_execution);
end $$;

create function progress.tell_ledger(t timestamptz, kind text, body jsonb) returns void language plpgsql volatile as $$
begin
  insert into progress.outbox (kind, body, created_at, next_try_at) values (kind, body, t, t);
end $$;

---------------------------------------------------------------- lease

-- Null while the caller holds the locked lease. Called after the clock was read under the lock.
create function progress.lease_refusal(held progress.lease, by_execution uuid, with_token bigint, t timestamptz)
returns json language plpgsql volatile as $$
declare
  r progress.run;
  holder text;
  since timestamptz;
begin
  if held.token = with_token and held.execution_id = by_execution and held.worker_id is not null
     and t < held.expires_at then
    return null;
  end if;
  if held.run_id is null then
    return progress.refused('run_not_found', null, null);
  end if;
  if with_token > held.token then
    return progress.refused('server_behind', null, t);
  end if;
  select * into r from progress.run where id = held.run_id;
  if r.state = 'cancelled' then
    return progress.refused('run_cancelled', r.ended_by, r.ended_at);
  end if;
  if r.state in ('succeeded', 'failed') then
    return progress.refused('run_finished', null, r.ended_at);
  end if;
  select e.worker_name, case when e.id = by_execution then coalesce(e.ended_at, held.expires_at) else e.started_at end
    into holder, since
  from progress.execution e where e.id = held.execution_id;
  return progress.refused('stale_lease', case when held.execution_id <> by_execution then holder end, since);
end $$;

create function progress.renew(of_run uuid, by_execution uuid, with_token bigint) returns json
language plpgsql volatile as $$
declare
  held progress.lease;
  t timestamptz;
  refused json;
  until timestamptz;
begin
  select * into held from progress.lease where run_id = of_run for update;
  t := progress.clock();
  refused := progress.lease_refusal(held, by_execution, with_token, t);
  if refused is not null then
    return refused;
  end if;
  until := t + (select lease_ms from progress.run where id = of_run) * interval '1 millisecond';
  update progress.lease set renewed_at = t, expires_at = until where run_id = of_run;
  return json_build_object('leaseLeftMs', progress.ms(until) - progress.ms(t));
end $$;

-- Closes the execution that the lease names, and what it left open. Freeing the lease row is the caller's write.
create function progress.close_execution(
  held progress.lease, as_state text, because text, t timestamptz, left_steps text, lost_by text, decided_by text)
returns void language plpgsql volatile as $$
begin
  update progress.execution set state = as_state, ended_at = t, end_reason = because
  where id = held.execution_id and state in ('starting', 'alive');
  update progress.step_attempt
  set result = 'lost', reason = lost_by, decided_by = close_execution.decided_by, ended_at = t
  where run_id = held.run_id and result = 'open';
  update progress.step set state = left_steps, ended_at = t
  where run_id = held.run_id and superseded_by is null and state = 'running';
end $$;

-- An execution whose lease ran out; it ended when the lease did, not when somebody noticed.
create function progress.lose_execution(held progress.lease) returns boolean language plpgsql volatile as $$
declare
  crashed boolean := coalesce((select exit_seen from progress.worker where id = held.worker_id), false);
begin
  if crashed then
    perform progress.close_execution(held, 'crashed', 'worker exit seen', held.expires_at, 'lost', 'worker_crash', 'policy');
  else
    perform progress.close_execution(held, 'lost', 'lease expired', held.expires_at, 'lost', 'lease_lost', 'policy');
  end if;
  return crashed;
end $$;

---------------------------------------------------------------- start and claim

create function progress.start_run(
  as_id uuid, of_workflow text, of_version integer, logical text, about text, with_input text, with_recovery text,
  with_lease_ms integer)
returns json language plpgsql volatile as $$
declare
  t timestamptz := progress.clock();
  r progress.run;
  l progress.lease;
begin
  insert into progress.run
    (id, workflow, workflow_version, logical_run_id, subject, input, state, ready_at, recovery, lease_ms, created_at)
  values (as_id, of_workflow, of_version, logical, about, with_input, 'queued', t, with_recovery, with_lease_ms, t)
  on conflict (workflow, logical_run_id) do nothing;
  if found then
    insert into progress.lease (run_id, last_activity_at) values (as_id, t);
  end if;
  select * into strict r from progress.run where workflow = of_workflow and logical_run_id = logical;
  select * into strict l from progress.lease where run_id = r.id;
  -- A start repeated after a lost reply comes with the id it made, and is answered as the first time.
  return json_build_object('run', progress.run_json(r, l), 'created', r.id = as_id);
end $$;

-- Locks the lease of the run that has been ready longest. 64: more claims than that in one instant ask again.
create function progress.lock_ready(t timestamptz, names text[], versions integer[]) returns progress.lease
language plpgsql volatile as $$
declare
  locked progress.lease;
  can record;
begin
  -- What was running and lost its worker goes before what has not begun.
  select l.* into locked
  from progress.lease l
  join progress.run r on r.id = l.run_id
  join unnest(names, versions) as able(workflow, version)
    on able.workflow = r.workflow and r.workflow_version <= able.version
  where l.worker_id is not null and l.expires_at <= t and r.state = 'running' and r.recovery = 'automatic'
  order by l.expires_at limit 1
  for update of l skip locked;
  if found then
    return locked;
  end if;

  -- The workflow that has waited longest first; within it the index gives the order, and only what is looked at is read.
  for can in
    select able.workflow, able.version
    from unnest(names, versions) as able(workflow, version)
    cross join lateral (
      select r.ready_at from progress.run r
      where r.workflow = able.workflow and r.ready_at <= t and r.workflow_version <= able.version
      order by r.ready_at limit 1) oldest
    order by oldest.ready_at
  loop
    select l.* into locked
    from (
      select r.id, r.ready_at from progress.run r
      where r.workflow = can.workflow and r.ready_at <= t and r.workflow_version <= can.version
      order by r.ready_at limit 256) ready
    join progress.lease l on l.run_id = ready.id
    order by ready.ready_at limit 1
    for update of l skip locked;
    exit when found;
  end loop;
  return locked;
end $$;

create function progress.claimed_json(r progress.run, l progress.lease, kind text) returns json
language sql volatile as $$
  select json_build_object(
    'run', progress.run_json(r, l), 'input', r.input, 'kind', kind,
    'lease', json_build_object('runId', r.id, 'executionId', l.execution_id, 'token', l.token),
    'recorded', case when r.execution_count > 1 then progress.recorded_steps(r.id, l.checkpoint_count) else '[]' end,
    'open', case when r.execution_count > 1 then progress.open_steps(r.id) else '[]' end,
    'leaseLeftMs', progress.ms(l.expires_at) - progress.ms(progress.clock()))
$$;

create function progress.claim(
  by_worker uuid, by_name text, as_execution uuid, names text[], versions integer[])
returns json language plpgsql volatile as $$
declare
  t timestamptz;
  l progress.lease;
  r progress.run;
  e progress.execution;
begin
  -- A claim repeated after a lost reply.
  select x.* into e from progress.execution x where x.id = as_execution and x.state = 'alive' and x.worker_id = by_worker;
  if found then
    select * into l from progress.lease where run_id = e.run_id for update;
    if progress.lease_refusal(l, e.id, e.token, progress.clock()) is not null then
      return null;
    end if;
    select * into r from progress.run where id = e.run_id;
    return progress.claimed_json(r, l, e.kind);
  end if;

  loop
    l := progress.lock_ready(progress.clock(), names, versions);
    if l.run_id is null then
      return null;
    end if;
    t := progress.clock();
    select * into r from progress.run where id = l.run_id;
    -- The lock gives the newest lease, but the candidate was chosen before it: look again. A candidate that moved on
    -- meanwhile is none for the next round, which sees its move.
    exit when (r.state in ('queued', 'waiting') and r.ready_at <= t)
      or (r.state = 'running' and r.recovery = 'automatic' and l.worker_id is not null and l.expires_at <= t);
  end loop;

  if r.state = 'running' then
    perform progress.lose_execution(l);
  end if;
  update progress.execution set state = 'alive', worker_id = by_worker, worker_name = by_name
  where id = l.execution_id and state = 'starting' returning * into e;
  if not found then
    insert into progress.execution (id, run_id, number, token, kind, state, worker_id, worker_name, started_at)
    values (as_execution, r.id, r.execution_count + 1, l.token + 1,
      case when r.execution_count = 0 then 'first' when r.state = 'running' then 'recovery' else 'wake' end,
      'alive', by_worker, by_name, t)
    returning * into e;
  end if;
  update progress.run
  set state = 'running', cause = null, cause_text = null, ready_at = null, execution_count = e.number,
    waits_for_actions = '{}', waits_for_validations = '{}', started_at = coalesce(started_at, t)
  where id = r.id returning * into r;
  update progress.lease
  set token = e.token, execution_id = e.id, worker_id = by_worker, renewed_at = t, last_activity_at = t,
    expires_at = t + r.lease_ms * interval '1 millisecond', write_id = null
  where run_id = r.id returning * into l;
  return progress.claimed_json(r, l, e.kind);
end $$;

---------------------------------------------------------------- record

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

-- `bodies`: the checkpoints' bodies in their order, then the output if the run finishes.
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

---------------------------------------------------------------- queue again, resume, cancel, decide

-- For a run whose lease the caller has locked.
create function progress.queue_again(of_run uuid, t timestamptz, why text) returns void language plpgsql volatile as $$
begin
  update progress.run
  set state = 'queued', cause = why, cause_text = null, ready_at = t, ended_at = null, error = null,
    waits_for_actions = '{}', waits_for_validations = '{}'
  where id = of_run;
  update progress.lease set last_activity_at = t where run_id = of_run;
end $$;

create function progress.wake(of_run uuid, for_action uuid, for_validation uuid, for_blocked text) returns boolean
language plpgsql volatile as $$
declare
  r progress.run;
begin
  perform from progress.lease where run_id = of_run for update;
  select * into r from progress.run where id = of_run;
  if (r.state in ('blocked', 'waiting') and for_action = any (r.waits_for_actions))
    or (r.state in ('blocked', 'waiting', 'needs_person') and for_validation = any (r.waits_for_validations))
    or (r.state = 'blocked' and r.cause = for_blocked) then
    perform progress.queue_again(of_run, progress.clock(), null);
    return true;
  end if;
  return false;
end $$;

create function progress.resume_refusal(r progress.run, l progress.lease, expected_token bigint, t timestamptz)
returns json language plpgsql volatile as $$
declare
  newest progress.execution;
begin
  if r.id is null then
    return progress.refused('run_not_found', null, null);
  end if;
  if r.state = 'succeeded' then
    return progress.refused('run_finished', null, r.ended_at);
  end if;
  if r.state = 'cancelled' then
    return progress.refused('run_cancelled', r.ended_by, r.ended_at);
  end if;
  if expected_token > l.token then
    return progress.refused('server_behind', null, t);
  end if;
  select * into newest from progress.execution where run_id = r.id and kind = 'resume' order by number desc limit 1;
  if newest.state in ('starting', 'alive') or newest.token > expected_token then
    return progress.refused('already_resumed', newest.resumed_by, newest.started_at);
  end if;
  if r.state = 'needs_person' then
    return progress.refused('run_waits_for_person', null, l.last_activity_at);
  end if;
  if r.state not in ('interrupted', 'blocked', 'failed') then
    return progress.refused('run_is_running', null, l.last_activity_at);
  end if;
  -- It went on by itself since the plan was made, and stopped again: the plan describes another stop.
  if l.token <> expected_token then
    select * into newest from progress.execution where run_id = r.id order by number desc limit 1;
    return progress.refused('already_resumed', newest.worker_name, newest.started_at);
  end if;
  return null;
end $$;

create function progress.resume(
  of_run uuid, expected_token bigint, from_checkpoint integer, as_execution uuid, by_person text, because text)
returns json language plpgsql volatile as $$
declare
  l progress.lease;
  r progress.run;
  e progress.execution;
  t timestamptz;
  refused json;
begin
  select * into l from progress.lease where run_id = of_run for update;
  t := progress.clock();
  select * into e from progress.execution where id = as_execution and run_id = of_run and kind = 'resume';
  if found then
    return json_build_object('resumed', true, 'token', e.token, 'executionNumber', e.number);
  end if;
  select * into r from progress.run where id = of_run;
  refused := progress.resume_refusal(r, l, expected_token, t);
  if refused is not null then
    return refused;
  end if;

  insert into progress.execution
    (id, run_id, number, token, kind, state, started_at, resumed_from, resumed_by, resume_reason)
  values (as_execution, of_run, r.execution_count + 1, l.token + 1, 'resume', 'starting', t, from_checkpoint, by_person, because)
  returning * into e;
  update progress.checkpoint set superseded_by = e.id
  where run_id = of_run and superseded_by is null and number > from_checkpoint;
  update progress.step s set superseded_by = e.id
  where s.run_id = of_run and s.superseded_by is null
    and not exists (select from progress.checkpoint c where c.step_id = s.id and c.superseded_by is null);
  update progress.validation v set state = 'withdrawn'
  from progress.step s
  where v.run_id = of_run and v.state = 'pending' and s.id = v.step_id and s.superseded_by = e.id;

  update progress.run set execution_count = e.number, resume_count = resume_count + 1 where id = of_run;
  perform progress.queue_again(of_run, t, 'resumed');
  update progress.lease set token = e.token, execution_id = e.id, write_id = null where run_id = of_run;
  perform progress.note(of_run, t, 'resume', 'info', format('%s resumed it from %s: %s', by_person,
    case from_checkpoint when 0 then 'zero' else 'checkpoint ' || from_checkpoint end, because), e.id);
  perform progress.tell_ledger(t, 'raise_fence', jsonb_build_object('runId', of_run, 'token', e.token));
  return json_build_object('resumed', true, 'token', e.token, 'executionNumber', e.number);
end $$;

create function progress.cancel(of_run uuid, by_person text, because text) returns json language plpgsql volatile as $$
declare
  l progress.lease;
  r progress.run;
  t timestamptz;
begin
  select * into l from progress.lease where run_id = of_run for update;
  t := progress.clock();
  select * into r from progress.run where id = of_run;
  if r.id is null then
    return progress.refused('run_not_found', null, null);
  end if;
  if r.state in ('succeeded', 'failed') then
    return progress.refused('run_finished', null, r.ended_at);
  end if;
  if r.state = 'cancelled' then
    -- The same words by the same person are a repeat after a lost reply.
    return case when r.ended_by = by_person and r.cause_text = because then json_build_object('cancelled', true)
      else progress.refused('run_cancelled', r.ended_by, r.ended_at) end;
  end if;
  perform progress.close_execution(l, 'stopped', 'cancelled', t, 'cancelled', 'manual', 'person');
  update progress.step set state = 'cancelled', ended_at = t
  where run_id = of_run and superseded_by is null and state in ('retrying', 'waiting', 'needs_person');
  update progress.validation set state = 'withdrawn' where run_id = of_run and state = 'pending';
  update progress.run
  set state = 'cancelled', cause = null, cause_text = because, ended_by = by_person, ended_at = t, ready_at = null,
    waits_for_actions = '{}', waits_for_validations = '{}'
  where id = of_run;
  update progress.lease
  set worker_id = null, expires_at = null, renewed_at = null, last_activity_at = t where run_id = of_run;
  perform progress.note(of_run, t, 'run', 'warn', format('%s cancelled it: %s', by_person, because), l.execution_id);
  perform progress.tell_ledger(t, 'withdraw_actions', jsonb_build_object('runId', of_run, 'why', 'cancelled'));
  return json_build_object('cancelled', true);
end $$;

-- What follows from a validation that is no longer pending. The held actions are named, since a run may hold others.
create function progress.withdraw_subjects(v progress.validation, t timestamptz, why text) returns void
language sql volatile as $$
  select progress.tell_ledger(t, 'withdraw_actions', jsonb_build_object('runId', v.run_id, 'why', why,
    'actionIds', jsonb_path_query_array(v.subjects, '$[*].actionId')))
  where jsonb_array_length(v.subjects) > 0
$$;

create function progress.decide(
  on_validation uuid, as_decision uuid, with_verdict text, by_person text, as_role text, because text,
  with_answer jsonb, from_where text)
returns json language plpgsql volatile as $$
declare
  t timestamptz;
  v progress.validation;
  r progress.run;
begin
  perform from progress.lease
  where run_id = (select run_id from progress.validation where id = on_validation) for update;
  select * into v from progress.validation where id = on_validation for update;
  t := progress.clock();
  if v.id is null then
    return json_build_object('decided', false, 'why', 'validation_not_found', 'validation', null);
  end if;
  if exists (select from progress.decision where id = as_decision and validation_id = v.id) then
    return json_build_object('decided', true, 'validation', progress.validation_json(v));
  end if;
  if v.state <> 'pending' or t >= v.deadline_at then
    return json_build_object('decided', false, 'validation', progress.validation_json(v), 'why', case
      when v.state in ('approved', 'rejected') then 'already_decided'
      when v.state = 'withdrawn' then 'validation_withdrawn' else 'validation_expired' end);
  end if;

  insert into progress.decision (id, validation_id, verdict, by, role, reason, answer, "from", decided_at)
  values (as_decision, v.id, with_verdict, by_person, as_role, because, with_answer, from_where, t);
  update progress.validation set state = case with_verdict when 'approve' then 'approved' else 'rejected' end
  where id = v.id returning * into v;
  select * into r from progress.run where id = v.run_id;
  if r.state in ('needs_person', 'waiting') and v.id = any (r.waits_for_validations) then
    perform progress.queue_again(r.id, t, null);
  end if;
  if v.state = 'rejected' then
    perform progress.withdraw_subjects(v, t, 'denied');
  elsif jsonb_array_length(v.subjects) > 0 then
    perform progress.tell_ledger(t, 'grant_actions',
      jsonb_build_object('runId', v.run_id, 'decisionId', as_decision, 'subjects', v.subjects));
  end if;
  perform progress.note(v.run_id, t, 'decision', 'info', format('%s %s: %s', by_person, v.state, v.ask)
    || coalesce(' (' || because || ')', ''), null);
  return json_build_object('decided', true, 'validation', progress.validation_json(v));
end $$;

---------------------------------------------------------------- sweep

create function progress.interrupt(l progress.lease, t timestamptz) returns void language plpgsql volatile as $$
declare
  worker_name text := (select e.worker_name from progress.execution e where e.id = l.execution_id);
  step_name text := (select s.name from progress.step s
    where s.run_id = l.run_id and s.superseded_by is null and s.state in ('running', 'retrying')
    order by s.state = 'running' desc, s.ordinal desc limit 1);
  last text := (select format('%s (%s)', c.number, s.name) from progress.checkpoint c
    join progress.step s on s.id = c.step_id
    where c.run_id = l.run_id and c.superseded_by is null order by c.number desc limit 1);
  crashed boolean;
  says text;
begin
  crashed := progress.lose_execution(l);
  says := format('%s %s%s. Last checkpoint: %s.', worker_name, case when crashed then 'ended' else 'fell silent' end,
    coalesce(' in ' || step_name, ''), coalesce(last, 'none'));
  update progress.run set state = 'interrupted', cause = 'execution_lost', cause_text = says where id = l.run_id;
  update progress.lease set worker_id = null, expires_at = null, renewed_at = null, last_activity_at = t
  where run_id = l.run_id;
  perform progress.note(l.run_id, t, 'run', 'warn', says, l.execution_id);
end $$;

create function progress.sweep_leases(at_most integer) returns uuid[] language plpgsql volatile as $$
declare
  l progress.lease;
  t timestamptz := progress.clock();
  locked uuid[];
begin
  locked := array(
    select held.run_id from progress.lease held join progress.run r on r.id = held.run_id
    where held.worker_id is not null and held.expires_at <= t and r.recovery = 'manual'
    limit at_most for update of held skip locked);
  for l in select * from progress.lease where run_id = any (locked) loop
    perform progress.interrupt(l, t);
  end loop;
  return locked;
end $$;

create function progress.sweep_validations(at_most integer) returns uuid[] language plpgsql volatile as $$
declare
  candidate uuid;
  v progress.validation;
  t timestamptz := progress.clock();
  locked uuid[];
  swept uuid[] := '{}';
begin
  locked := array(
    select due.id from progress.validation due join progress.lease l on l.run_id = due.run_id
    where due.state = 'pending' and due.deadline_at <= t
    order by due.deadline_at limit at_most for update of l skip locked);
  foreach candidate in array locked loop
    -- The lock makes only the lease fresh: the validation may have been decided just before it.
    update progress.validation set state = 'expired' where id = candidate and state = 'pending' returning * into v;
    continue when not found;
    update progress.run
    set state = 'blocked', cause = 'validation_expired', ready_at = null,
      cause_text = format('Nobody decided in time: %s Nothing was sent.', v.ask)
    where id = v.run_id and state in ('needs_person', 'waiting') and v.id = any (waits_for_validations);
    update progress.lease set last_activity_at = t where run_id = v.run_id;
    perform progress.withdraw_subjects(v, t, 'expired');
    perform progress.note(v.run_id, t, 'decision', 'warn', format('Nobody decided in time: %s', v.ask), null);
    swept := swept || v.id;
  end loop;
  return swept;
end $$;

create function progress.worker_ended(of_worker uuid, its_exit_seen boolean) returns void language plpgsql volatile as $$
declare
  t timestamptz := progress.clock();
begin
  update progress.worker
  set ended_at = coalesce(ended_at, t), exit_seen = exit_seen or its_exit_seen where id = of_worker;
  if its_exit_seen then
    -- In the order of ids, so that two reports of one exit never wait for each other.
    perform from progress.lease where worker_id = of_worker order by run_id for update;
    update progress.lease set expires_at = t where worker_id = of_worker and expires_at > t;
  end if;
end $$;

---------------------------------------------------------------- outbox and figures

-- A row that is not marked delivered comes again after 5, 10, 20, 40, then every 60 seconds.
create function progress.take_outbox(at_most integer) returns json language plpgsql volatile as $$
declare
  t timestamptz := progress.clock();
  taken json;
begin
  with due as (
    select id from progress.outbox where delivered_at is null and next_try_at <= t
    order by next_try_at limit at_most for update skip locked
  ), pushed as (
    update progress.outbox o
    set tries = tries + 1, next_try_at = t + least(60, 5 * 2 ^ least(tries, 4)) * interval '1 second'
    from due where o.id = due.id returning o.*
  )
  select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'body', body) order by created_at), '[]')
  into taken from pushed;
  return taken;
end $$;

-- A retry is an attempt numbered above 1; its reason and its time are those of the attempt before it.
create function progress.retries(since timestamptz, until timestamptz)
returns table (run_id uuid, at timestamptz, reason text) language sql stable as $$
  select a.run_id, before.ended_at, before.reason
  from progress.step_attempt a
  join progress.step_attempt before on before.step_id = a.step_id and before.number = a.number - 1
  -- The first line lets the index of retries serve; a day covers any difference between the two times.
  where a.number > 1 and a.started_at >= since - interval '1 day'
    and before.result in ('failed', 'lost') and before.ended_at >= since and before.ended_at < until
$$;
