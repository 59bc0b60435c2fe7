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
