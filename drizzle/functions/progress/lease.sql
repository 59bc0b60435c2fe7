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
    if not exists (select from progress.execution where id = by_execution) then
      perform progress.fall_behind(held, with_token, t);
    end if;
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

-- A worker that was given an execution which is not here: the database was restored from before it. What was done since is
-- not here either, so the run stands still until a person has looked, and goes on above every token that was given.
create function progress.fall_behind(held progress.lease, with_token bigint, t timestamptz) returns void
language plpgsql volatile as $$
declare
  says text := 'The database was restored from a backup: a worker knows a later execution of this run. What was sent since '
    'the backup is not in the ledger.';
begin
  update progress.lease
  set token = with_token, worker_id = null, expires_at = null, renewed_at = null, last_activity_at = t
  where run_id = held.run_id;
  update progress.run
  set state = 'blocked', cause = 'server_behind', cause_text = says, ready_at = null, waits_for_actions = '{}',
    waits_for_validations = '{}'
  where id = held.run_id and ended_at is null;
  if found then
    perform progress.close_execution(held, 'lost', 'database restored', t, 'lost', 'lease_lost', 'policy');
    update progress.execution set blocked_for = 'server_behind' where id = held.execution_id;
    perform progress.note(held.run_id, t, 'run', 'error', says, held.execution_id);
  end if;
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
