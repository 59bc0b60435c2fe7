-- Runs that nobody will ever move again, with the reason: empty once faults have stopped for `grace`. An operator's and
-- a test's question, asked of the tables alone.
create function progress.without_waker(grace interval) returns table (run_id uuid, why text)
language sql volatile as $$
  select r.id, case
    when r.state = 'running' then 'it is running, and nobody holds it'
    when r.state = 'needs_person' then 'it needs a person, and nothing is there to be decided'
    when r.state = 'blocked' then 'it is blocked by an action, and names none'
    else 'it waits, and neither a time nor an action wakes it' end
  from progress.run r join progress.lease l on l.run_id = r.id
  where case r.state
    when 'running' then l.worker_id is null or l.expires_at < progress.clock() - grace
    when 'needs_person' then not exists (
      select from progress.validation v
      where v.id = any (r.waits_for_validations) and (v.state = 'pending' or v.deadline_at > progress.clock() - grace))
    when 'waiting' then r.ready_at is null and r.waits_for_actions = '{}'
    when 'blocked' then r.cause = 'outcome_unknown' and r.waits_for_actions = '{}'
    else false end
$$;
