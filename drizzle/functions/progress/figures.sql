-- A retry is an attempt numbered above 1; its reason and its time are those of the attempt before it.
create function progress.retries(since timestamptz, until timestamptz)
returns table (run_id uuid, at timestamptz, reason text, step_id uuid, attempt_id uuid, number integer) language sql stable as $$
  select a.run_id, before.ended_at, before.reason, before.step_id, before.id, before.number
  from progress.step_attempt before
  join progress.step_attempt a on a.step_id = before.step_id and a.number = before.number + 1
  where before.result in ('failed', 'lost') and before.ended_at >= since and before.ended_at < until
$$;
