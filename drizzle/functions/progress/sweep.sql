-- Closes the execution that the lease names as lost, and says for people where it stood.
create function progress.lose_and_say(l progress.lease) returns text language plpgsql volatile as $$
declare
  worker_name text := (select e.worker_name from progress.execution e where e.id = l.execution_id);
  step_name text := (select s.name from progress.step s
    where s.run_id = l.run_id and s.superseded_by is null and s.state in ('running', 'retrying')
    order by s.state = 'running' desc, s.ordinal desc limit 1);
  last text := (select format('%s (%s)', c.number, s.name) from progress.checkpoint c
    join progress.step s on s.id = c.step_id
    where c.run_id = l.run_id and c.superseded_by is null order by c.number desc limit 1);
begin
  return format('%s %s%s. Last checkpoint: %s.', worker_name,
    case when progress.lose_execution(l) then 'ended' else 'fell silent' end,
    coalesce(' in ' || step_name, ''), coalesce(last, 'none'));
end $$;

create function progress.interrupt(l progress.lease, t timestamptz) returns void language plpgsql volatile as $$
declare
  says text := progress.lose_and_say(l);
begin
  update progress.run set state = 'interrupted', cause = 'execution_lost', cause_text = says where id = l.run_id;
  perform progress.free_lease(l.run_id, t);
  perform progress.note(l.run_id, t, 'run', 'warn', says, l.execution_id);
end $$;

create function progress.free_lease(of_run uuid, t timestamptz) returns void language plpgsql volatile as $$
begin
  update progress.lease set worker_id = null, expires_at = null, renewed_at = null, last_activity_at = t
  where run_id = of_run;
end $$;

-- Loses the execution of a run that recovers by itself. True when another may go on at once; else the run waits apart
-- from others, or for a person. The numbers are those of lib/progress/execution.ts.
create function progress.recover(l progress.lease, t timestamptz) returns boolean language plpgsql volatile as $$
declare
  died integer := progress.deaths(l);
  says text;
  apart interval := (1000 + ('x' || right(l.run_id::text, 2))::bit(8)::integer * 9000 / 256) * interval '1 millisecond';
begin
  if died < 2 then
    perform progress.lose_execution(l);
    return true;
  end if;
  says := progress.lose_and_say(l);
  if died = 2 then
    says := format('2 executions in a row died without a new checkpoint. %s The next one starts apart from others.', says);
    update progress.run set state = 'waiting', cause = 'retry', cause_text = says, ready_at = t + apart where id = l.run_id;
  else
    says := format('%s executions in a row died without a new checkpoint. %s Find out what ended them, then resume it.',
      died, says);
    update progress.run set state = 'blocked', cause = 'quarantined', cause_text = says where id = l.run_id;
  end if;
  perform progress.free_lease(l.run_id, t);
  perform progress.note(l.run_id, t, 'run', 'warn', says, l.execution_id);
  return false;
end $$;

-- Executions that died one after the other without a new checkpoint, the one that the lease names among them; a person's
-- resume begins a new count.
create function progress.deaths(l progress.lease) returns integer language plpgsql volatile as $$
declare
  e progress.execution;
  died integer := 0;
begin
  for e in select * from progress.execution where run_id = l.run_id order by number desc loop
    exit when (e.id <> l.execution_id and e.state not in ('lost', 'crashed')) or exists (
      select from progress.checkpoint c where c.run_id = l.run_id and c.execution_id = e.id and c.parent_id is null);
    died := died + 1;
    exit when e.kind = 'resume';
  end loop;
  return died;
end $$;

-- A claim takes over what recovers by itself as soon as its lease ends. Where none came for 5 s, the run must not go on
-- being shown as running: it keeps its place in the queue.
create function progress.sweep_leases(at_most integer) returns uuid[] language plpgsql volatile as $$
declare
  l progress.lease;
  t timestamptz := progress.clock();
  locked uuid[];
  interrupted uuid[] := '{}';
begin
  locked := array(
    select held.run_id from progress.lease held join progress.run r on r.id = held.run_id
    where held.worker_id is not null
      and held.expires_at <= t - case r.recovery when 'automatic' then interval '5 seconds' else interval '0' end
    limit at_most for update of held skip locked);
  for l in select * from progress.lease where run_id = any (locked) loop
    if (select recovery = 'manual' from progress.run where id = l.run_id) then
      perform progress.interrupt(l, t);
      interrupted := interrupted || l.run_id;
    elsif progress.recover(l, t) then
      update progress.run
      set state = 'queued', cause = 'recovering', cause_text = 'Its worker was lost; another one goes on with it.',
        ready_at = created_at
      where id = l.run_id;
      perform progress.free_lease(l.run_id, t);
    end if;
  end loop;
  return interrupted;
end $$;

create function progress.sweep_validations(at_most integer) returns uuid[] language plpgsql volatile as $$
declare
  candidate uuid;
  v progress.validation;
  t timestamptz := progress.clock();
  locked uuid[];
  swept uuid[] := '{}';
begin
  locked := array(
    select due.id from progress.validation due join progress.lease l on l.run_id = due.run_id
    where due.state = 'pending' and due.deadline_at <= t
    order by due.deadline_at limit at_most for update of l skip locked);
  foreach candidate in array locked loop
    -- The lock makes only the lease fresh: the validation may have been decided just before it.
    select * into v from progress.validation where id = candidate and state = 'pending';
    continue when not found;
    swept := swept || v.id;
    if v.on_expiry = 'escalate' and v.escalated_at is null then
      perform progress.escalate(v, t);
      continue;
    end if;
    update progress.validation set state = 'expired' where id = candidate returning * into v;
    if v.on_expiry = 'reject' then
      perform progress.queue_again(r.id, t, null) from progress.run r
      where r.id = v.run_id and r.state in ('needs_person', 'waiting') and v.id = any (r.waits_for_validations);
    end if;
    update progress.run
    set state = 'blocked', cause = 'validation_expired', ready_at = null,
      cause_text = format('Nobody decided in time: %s Nothing was sent.', v.ask)
    where id = v.run_id and state in ('needs_person', 'waiting') and v.id = any (waits_for_validations);
    update progress.lease set last_activity_at = t where run_id = v.run_id;
    perform progress.withdraw_subjects(v, t, 'expired');
    perform progress.note(v.run_id, t, 'decision', 'warn', format('Nobody decided in time: %s', v.ask), null);
  end loop;
  return swept;
end $$;

-- Asks another role the same question, once. What the first role approved of two still counts.
create function progress.escalate(v progress.validation, t timestamptz) returns void language plpgsql volatile as $$
begin
  update progress.validation
  set role = v.escalate_to, escalated_at = t, deadline_at = t + v.escalate_ms * interval '1 millisecond' where id = v.id;
  update progress.run set cause_text = format('Waits for %s: %s', v.escalate_to, v.ask)
  where id = v.run_id and cause_text = format('Waits for %s: %s', v.role, v.ask);
  update progress.lease set last_activity_at = t where run_id = v.run_id;
  perform progress.note(v.run_id, t, 'decision', 'warn',
    format('No %s decided in time, so %s is asked: %s', v.role, v.escalate_to, v.ask), null);
end $$;

create function progress.worker_ended(of_worker uuid, its_exit_seen boolean) returns void language plpgsql volatile as $$
declare
  t timestamptz := progress.clock();
begin
  update progress.worker
  set ended_at = coalesce(ended_at, t), exit_seen = exit_seen or its_exit_seen where id = of_worker;
  if its_exit_seen then
    -- In the order of ids, so that two reports of one exit never wait for each other.
    perform from progress.lease where worker_id = of_worker order by run_id for update;
    update progress.lease set expires_at = t where worker_id = of_worker and expires_at > t;
  end if;
end $$;
