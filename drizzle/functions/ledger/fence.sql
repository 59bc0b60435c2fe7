-- Locks the run's fence until the transaction ends: 'stale' for a lower token, 'current', or 'raised' by a higher one,
-- after which older attempts must be ended.
create function ledger.hold_fence(p_run uuid, p_token bigint) returns text language plpgsql as $$
declare
  v_seen bigint;
begin
  select token into v_seen from ledger.fence where run_id = p_run for update;
  if not found then
    insert into ledger.fence (run_id, token) values (p_run, p_token) on conflict do nothing;
    select token into v_seen from ledger.fence where run_id = p_run for update;
  end if;
  if p_token > v_seen then
    update ledger.fence set token = p_token where run_id = p_run;
    return 'raised';
  end if;
  return case when p_token = v_seen then 'current' else 'stale' end;
end
$$;

-- Under the fence: ends what executions below the token left open. That locks their actions, so the ones that the
-- caller goes on to lock are named here, and all are locked in the one order.
create function ledger.end_older(p_run uuid, p_token bigint, p_next uuid[]) returns integer language plpgsql as $$
declare
  v_attempt uuid;
  v_ended integer := 0;
begin
  perform from ledger.action
    where id = any(p_next)
      or id in (select action_id from ledger.attempt where run_id = p_run and token < p_token and outcome is null)
    order by id
    for update;
  for v_attempt in
    select id from ledger.attempt where run_id = p_run and token < p_token and outcome is null order by action_id
  loop
    if ledger.close_silent(v_attempt, 'fence') then
      v_ended := v_ended + 1;
    end if;
  end loop;
  return v_ended;
end
$$;

create function ledger.raise_fence(p_run uuid, p_token bigint) returns integer language plpgsql as $$
begin
  return case when ledger.hold_fence(p_run, p_token) = 'raised' then ledger.end_older(p_run, p_token, '{}') else 0 end;
end
$$;
