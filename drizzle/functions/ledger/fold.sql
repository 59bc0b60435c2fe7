-- The state is a fold over all attempts; whether it is withdrawn or held stands beside it and matters only while
-- nothing was sent. The same rule as foldAttempts, and a property test keeps the two equal.
create function ledger.fold(p_action uuid) returns text language plpgsql stable as $$
declare
  v_folded text;
begin
  select case
      when bool_or(worth is null) then 'sending'
      when bool_or(worth = 'confirmed') then 'confirmed'
      when bool_or(worth = 'unknown') then 'unknown'
      when (array_agg(worth order by number desc))[1] = 'refused' then 'refused'
    end
    into v_folded
    from (
      select number, case
          when outcome = 'unknown' and resolution = 'happened' then 'confirmed'
          when outcome = 'unknown' and resolution in ('did_not_happen', 'risk_accepted') then 'not_sent'
          else outcome
        end as worth
      from ledger.attempt where action_id = p_action
    ) effective;
  if v_folded in ('sending', 'confirmed') then
    return v_folded;
  end if;
  return (
    select case
        when contradiction_found is not null then 'confirmed'
        when v_folded is not null then v_folded
        when withdrawn_why is not null then 'withdrawn'
        when needs_grant and grant_decision_id is null then 'held'
        else 'planned'
      end
    from ledger.action where id = p_action
  );
end
$$;

-- Nobody found out yet what evidence that contradicts itself means. The rule of isDisputed.
create function ledger.is_disputed(a ledger.action) returns boolean language sql immutable as $$
  select a.contradicted_at is not null and a.contradiction_found is null
$$;

-- As far as anybody knows it happened more than once. The rule of isDouble.
create function ledger.is_double(a ledger.action) returns boolean language sql immutable as $$
  select a.contradicted_at is not null and a.contradiction_found is distinct from 'once'
$$;

-- The answer that settled the action is kept; a later one only fills a gap. What a person found to be once counts as a
-- contradiction from the moment on at which something speaks against that again.
create function ledger.refold(
  p_action uuid, p_now timestamptz, p_response text default null, p_contradicts boolean default false
) returns text language plpgsql as $$
declare
  v_state text := ledger.fold(p_action);
begin
  update ledger.action set
      state = v_state,
      version = version + 1,
      withdrawn_why = case when v_state = 'withdrawn' then withdrawn_why end,
      settled_at = case when v_state in ('confirmed', 'refused', 'withdrawn') then coalesce(settled_at, p_now) end,
      response = case when state in ('confirmed', 'refused') then coalesce(response, p_response)
        else coalesce(p_response, response) end,
      contradicted_at = case
          when not p_contradicts then contradicted_at
          when contradiction_found = 'once' then p_now
          else coalesce(contradicted_at, p_now)
        end,
      contradiction_found = case when not p_contradicts then contradiction_found end
    where id = p_action;
  return v_state;
end
$$;

create function ledger.announce(p_action uuid, p_now timestamptz) returns void language sql as $$
  insert into ledger.outbox (kind, body, created_at, next_try_at)
  select 'action_settled', jsonb_build_object('actionId', id, 'runId', run_id, 'state', state), p_now, p_now
  from ledger.action where id = p_action
$$;
