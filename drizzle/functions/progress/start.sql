create function progress.start_run(
  as_id uuid, of_workflow text, of_version integer, logical text, about text, with_input text, with_recovery text,
  with_lease_ms integer, for_person text)
returns json language plpgsql volatile as $$
declare
  t timestamptz := progress.clock();
  r progress.run;
  l progress.lease;
begin
  insert into progress.run
    (id, workflow, workflow_version, logical_run_id, subject, input, state, ready_at, recovery, lease_ms, created_at,
      requested_by)
  values (as_id, of_workflow, of_version, logical, about, with_input, 'queued', t, with_recovery, with_lease_ms, t,
    for_person)
  on conflict (workflow, logical_run_id) do nothing;
  if found then
    insert into progress.lease (run_id, last_activity_at) values (as_id, t);
  end if;
  select * into strict r from progress.run where workflow = of_workflow and logical_run_id = logical;
  select * into strict l from progress.lease where run_id = r.id;
  -- A start repeated after a lost reply comes with the id it made, and is answered as the first time.
  return json_build_object('run', progress.run_json(r, l), 'created', r.id = as_id);
end $$;
