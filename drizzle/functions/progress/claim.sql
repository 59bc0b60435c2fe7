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
    exit when r.state in ('queued', 'waiting') and r.ready_at <= t;
    if r.state = 'running' and r.recovery = 'automatic' and l.worker_id is not null and l.expires_at <= t then
      exit when progress.recover(l, t);
    end if;
  end loop;

  update progress.execution set state = 'alive', worker_id = by_worker, worker_name = by_name
  where id = l.execution_id and state = 'starting' returning * into e;
  if not found then
    insert into progress.execution (id, run_id, number, token, kind, state, worker_id, worker_name, started_at)
    values (as_execution, r.id, r.execution_count + 1, l.token + 1,
      case when r.execution_count = 0 then 'first' when r.state = 'running' or exists (
        select from progress.execution x where x.id = l.execution_id and x.state in ('lost', 'crashed'))
        then 'recovery' else 'wake' end,
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
