-- Ends an open attempt that did not report. False when it ended otherwise meanwhile.
create function ledger.close_silent(p_attempt uuid, p_by text) returns boolean language plpgsql as $$
declare
  v_action uuid;
  v_now timestamptz;
begin
  select a.id into v_action from ledger.action a
    where a.id = (select t.action_id from ledger.attempt t where t.id = p_attempt)
    for update;
  v_now := ledger.clock();
  update ledger.attempt set
      outcome = 'unknown',
      ended_at = v_now,
      closed_by = p_by,
      reason = case p_by when 'fence' then 'lease_lost' when 'deadline' then 'timeout' else 'worker_crash' end,
      holder_ended_at = case when p_by = 'exit' then v_now end
    where id = p_attempt and outcome is null;
  if not found then
    return false;
  end if;
  insert into ledger.evidence (action_id, attempt_id, kind, says, at)
    values (
      v_action, p_attempt,
      case p_by when 'exit' then 'exit_seen' else p_by end,
      case p_by
        when 'fence' then 'A newer execution took over before it reported.'
        when 'deadline' then 'Its deadline passed in silence.'
        else 'The process of its worker was seen to have ended.'
      end,
      v_now
    );
  perform ledger.refold(v_action, v_now);
  return true;
end
$$;

-- Under the action's lock: ends its open attempt if the owner cannot be alive any more, by the rule of ownerAlive.
create function ledger.close_dead_owner(p_action uuid, p_now timestamptz, out alive boolean) language plpgsql as $$
declare
  v_open record;
begin
  select t.id, t.deadline_at, t.token < coalesce(f.token, 0) as fenced into v_open
    from ledger.attempt t left join ledger.fence f on f.run_id = t.run_id
    where t.action_id = p_action and t.outcome is null;
  alive := v_open.id is not null and not v_open.fenced and p_now <= v_open.deadline_at;
  if v_open.id is not null and not alive then
    perform ledger.close_silent(v_open.id, case when v_open.fenced then 'fence' else 'deadline' end);
  end if;
end
$$;

create function ledger.expire_attempts(p_limit integer) returns integer language plpgsql as $$
declare
  v_now timestamptz := ledger.clock();
  v_attempt uuid;
  v_ended integer := 0;
begin
  for v_attempt in
    select t.id from ledger.attempt t join ledger.action a on a.id = t.action_id
    where t.outcome is null and t.deadline_at < v_now
    order by t.deadline_at
    limit p_limit
    for update of a skip locked
  loop
    if ledger.close_silent(v_attempt, 'deadline') then
      v_ended := v_ended + 1;
    end if;
  end loop;
  return v_ended;
end
$$;

create function ledger.exit_seen(p_worker uuid) returns void language plpgsql as $$
declare
  v_attempt record;
  v_now timestamptz;
begin
  for v_attempt in
    select t.id, t.action_id from ledger.attempt t join ledger.action a on a.id = t.action_id
    where t.worker_id = p_worker and t.holder_ended_at is null
      and (t.outcome is null or (t.outcome = 'unknown' and t.resolution is null))
    order by a.id
    for update of a
  loop
    if not ledger.close_silent(v_attempt.id, 'exit') then
      v_now := ledger.clock();
      update ledger.attempt set holder_ended_at = v_now
        where id = v_attempt.id and outcome = 'unknown' and resolution is null and holder_ended_at is null;
      if found then
        insert into ledger.evidence (action_id, attempt_id, kind, says, at)
          values (v_attempt.action_id, v_attempt.id, 'exit_seen',
            'The process of its worker was seen to have ended.', v_now);
        perform ledger.refold(v_attempt.action_id, v_now);
      end if;
    end if;
  end loop;
end
$$;
