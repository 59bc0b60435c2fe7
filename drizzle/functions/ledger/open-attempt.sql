-- Answers 'opened', 'not_opened' or 'stale_lease'. The version tells that nothing changed since the decision; the
-- time that passed since then is compared here, under the lock. The same attempt asked for again is opened once.
create function ledger.open_attempt(
  p_run uuid, p_token bigint, p_execution uuid, p_worker uuid,
  p_action uuid, p_version integer, p_attempt uuid, p_deadline_ms double precision,
  out answer text, out facts json, out payload text
) language plpgsql as $$
declare
  v_fence text;
  v_now timestamptz;
  v_version integer;
  v_same_open boolean;
  v_allowed boolean;
  v_may_send boolean := ledger.may_send((select a.destination from ledger.action a where a.id = p_action));
begin
  if p_run is not null then
    v_fence := ledger.hold_fence(p_run, p_token);
    if v_fence = 'stale' then
      answer := 'stale_lease';
      return;
    elsif v_fence = 'raised' then
      perform ledger.end_older(p_run, p_token, array[p_action]);
    end if;
  end if;
  answer := 'not_opened';
  select version into v_version from ledger.action where id = p_action for update;
  if not found then
    return;
  end if;
  v_now := ledger.clock();
  select t.action_id = p_action and t.outcome is null into v_same_open from ledger.attempt t where t.id = p_attempt;
  if v_same_open is not null then
    if not v_same_open or not ledger.close_dead_owner(p_action, v_now) then
      return;
    end if;
  else
    if v_version <> p_version or ledger.close_dead_owner(p_action, v_now) or not v_may_send then
      return;
    end if;
    select case a.state
        when 'planned' then
          (not ledger.is_disputed(a) or a.risk_accepted)
            and (not a.needs_grant or a.grant_fingerprint = a.fingerprint)
        when 'unknown' then not ledger.is_disputed(a) and v_now < ledger.same_key_until(a)
        else false
      end
      into v_allowed
      from ledger.action a where a.id = p_action;
    if v_allowed is not true then
      return;
    end if;
    insert into ledger.attempt (id, action_id, number, run_id, token, execution_id, worker_id, begun_at, deadline_at)
      select p_attempt, p_action, coalesce(max(number), 0) + 1, p_run, p_token, p_execution, p_worker, v_now,
          v_now + p_deadline_ms * interval '1 millisecond'
        from ledger.attempt where action_id = p_action;
    update ledger.action set risk_accepted = false, first_begun_at = coalesce(first_begun_at, v_now)
      where id = p_action;
    perform ledger.refold(p_action, v_now);
  end if;
  answer := 'opened';
  facts := ledger.facts(p_action);
  select a.payload into payload from ledger.action a where a.id = p_action;
end
$$;

-- The last moment of a same-key retry, as sameKeyUntil counts it: 60 s is windowMarginMs.
create function ledger.same_key_until(a ledger.action) returns timestamptz language sql stable as $$
  select a.first_begun_at + interval '1 millisecond' * (
    (a.declaration->'deduplicates'->>'windowMs')::double precision - 60000
      - (a.declaration->>'deadlineMs')::double precision
  )
$$;
