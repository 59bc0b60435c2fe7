-- Only while it is over since the moment that the caller saw: a resume meanwhile keeps everything.
create function progress.purge_run(of_run uuid, ended_ms bigint, numbers integer[]) returns boolean
language plpgsql volatile as $$
declare
  t timestamptz;
begin
  perform from progress.lease where run_id = of_run for update;
  t := progress.clock();
  update progress.run set purged_at = t
  where id = of_run and purged_at is null and ended_at is not null and progress.ms(ended_at) = ended_ms;
  if not found then
    return false;
  end if;
  update progress.checkpoint set body = '', purged_at = t
  where run_id = of_run and number = any (numbers) and purged_at is null;
  update progress.decision d
  set edits = (select jsonb_agg(e.edit || '{"payload": "null"}') from jsonb_array_elements(d.edits) as e(edit))
  from progress.validation v where v.run_id = of_run and d.validation_id = v.id and jsonb_array_length(d.edits) > 0;
  perform progress.tell_ledger(t, 'purge_payloads', jsonb_build_object('runId', of_run));
  return true;
end $$;

create function progress.remove_run(of_run uuid) returns boolean language plpgsql volatile as $$
begin
  perform from progress.lease where run_id = of_run for update;
  delete from progress.run where id = of_run and purged_at is not null;
  if not found then
    return false;
  end if;
  delete from progress.decision d using progress.validation v where v.run_id = of_run and d.validation_id = v.id;
  delete from progress.validation where run_id = of_run;
  delete from progress.checkpoint where run_id = of_run;
  delete from progress.step_attempt where run_id = of_run;
  delete from progress.step where run_id = of_run;
  delete from progress.execution where run_id = of_run;
  delete from progress.journal where run_id = of_run;
  delete from progress.lease where run_id = of_run;
  return true;
end $$;

-- Removes at most so many, the oldest first; a dry run counts all that would go.
create function progress.remove_delivered(before timestamptz, at_most integer, dry_run boolean) returns integer
language plpgsql volatile as $$
declare
  gone integer;
begin
  if dry_run then
    return (select count(*) from progress.outbox where delivered_at < before);
  end if;
  delete from progress.outbox where id in (
    select id from progress.outbox where delivered_at < before
    order by delivered_at limit at_most for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $$;
