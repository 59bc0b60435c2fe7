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
