-- A retry is an attempt numbered above 1; its reason and its time are those of the attempt before it.
create function progress.retries(since timestamptz, until timestamptz)
returns table (run_id uuid, at timestamptz, reason text, step_id uuid, attempt_id uuid, number integer) language sql stable as $$
  select a.run_id, before.ended_at, before.reason, before.step_id, before.id, before.number
  from progress.step_attempt a
  join progress.step_attempt before on before.step_id = a.step_id and before.number = a.number - 1
  -- The first line lets the index of retries serve; a day covers any difference between the two times.
  where a.number > 1 and a.started_at >= since - interval '1 day'
    and before.result in ('failed', 'lost') and before.ended_at >= since and before.ended_at < until
$$;
