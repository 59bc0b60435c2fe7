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
  if r.purged_at is not null then
    return progress.refused('run_purged', null, r.purged_at);
  end if;
  -- It went on by itself since the plan was made, and stopped again: the plan describes another stop.
  if l.token <> expected_token then
    select * into newest from progress.execution where run_id = r.id order by number desc limit 1;
    return progress.refused('already_resumed', newest.worker_name, newest.started_at);
  end if;
  return null;
end $$;

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
