-- Answers null for a stale lease, else the actions in the order asked. Payloads come as text: jsonb would change them.
create function ledger.declare(
  p_run uuid, p_token bigint,
  p_ids uuid[], p_action_run uuid[], p_logical_runs text[], p_types text[], p_objects text[], p_occurrences text[],
  p_business_keys text[], p_provider_keys text[], p_markers text[], p_fingerprints text[],
  p_payloads text[], p_payload_bytes integer[], p_declarations text[], p_needs_grant boolean[]
) returns json language plpgsql as $$
declare
  v_fence text := ledger.hold_fence(p_run, p_token);
  v_now timestamptz;
  v_withdrawn uuid[];
  v_action uuid;
begin
  if v_fence = 'stale' then
    return null;
  end if;
  v_now := ledger.clock();
  with asked as (
    select * from unnest(
      p_ids, p_action_run, p_logical_runs, p_types, p_objects, p_occurrences, p_business_keys, p_provider_keys,
      p_markers, p_fingerprints, p_payloads, p_payload_bytes, p_declarations::jsonb[], p_needs_grant
    ) asked (
      id, run_id, logical_run_id, type, object, occurrence, business_key, provider_key, marker, fingerprint,
      payload, payload_bytes, declaration, needs_grant
    )
    order by type, object
  ), near as materialized (
    select asked.*, n.other, n.kind, n.holds
    from asked cross join lateral ledger.come_near(business_key, type, object, logical_run_id, declaration) n
  ), made as (
    insert into ledger.action (
      id, run_id, logical_run_id, type, object, occurrence, business_key, provider_key, marker, fingerprint,
      payload, payload_bytes, destination, declaration, needs_grant, state, created_at
    )
    select id, run_id, logical_run_id, type, object, occurrence, business_key, provider_key, marker, fingerprint,
      payload, payload_bytes, declaration->>'name', declaration, needs_grant or holds,
      case when needs_grant or holds then 'held' else 'planned' end, v_now
    from near
    order by business_key
    on conflict do nothing
    returning id
  )
  insert into ledger.near_miss (id, kind, action_id, other_action_id, run_id, state, at)
    select gen_random_uuid(), near.kind, near.id, near.other, p_run,
      case when near.holds then 'open' else 'noted' end, v_now
    from near join made using (id)
    where near.kind is not null;
  v_withdrawn := array(
    select a.id from ledger.action a
      join unnest(p_business_keys, p_fingerprints) asked (business_key, fingerprint) using (business_key)
    where a.live and a.state = 'withdrawn' and a.payload is not null and ledger.accepts_ask(a, asked.fingerprint)
    order by a.id
  );
  if v_fence = 'raised' then
    perform ledger.end_older(p_run, p_token, v_withdrawn);
  end if;
  foreach v_action in array v_withdrawn loop
    update ledger.action set state = 'planned', withdrawn_why = null, grant_decision_id = null, grant_fingerprint = null
      where id = v_action and state = 'withdrawn';
    if found then
      perform ledger.refold(v_action, v_now);
      update ledger.near_miss set state = 'open', decided_by = null, reason = null, decided_at = null
        where action_id = v_action and state = 'withdrawn';
    end if;
  end loop;
  return (
    select json_agg(ledger.action_json(a) order by asked.place)
    from unnest(p_business_keys) with ordinality asked (business_key, place)
      join ledger.action a on a.business_key = asked.business_key and a.live
  );
end
$$;

create function ledger.grant_held(
  p_decision uuid, p_actions uuid[], p_fingerprints text[], p_by text, p_reason text
) returns void language plpgsql as $$
declare
  v_action uuid;
begin
  for v_action in
    select a.id from ledger.action a
      join unnest(p_actions, p_fingerprints) asked (id, fingerprint) using (id, fingerprint)
    where a.state = 'held'
    order by a.id
    for update of a
  loop
    update ledger.action set grant_decision_id = p_decision, grant_fingerprint = fingerprint where id = v_action;
    perform ledger.refold(v_action, ledger.clock());
    perform ledger.decide_near(v_action, 'let_go', p_by, p_reason, ledger.clock());
  end loop;
end
$$;

-- Planned and held ones were never sent, or every attempt is proven not to have taken effect; the rest stays.
create function ledger.withdraw(p_run uuid, p_actions uuid[], p_why text) returns integer language plpgsql as $$
declare
  v_action uuid;
  v_withdrawn integer := 0;
begin
  for v_action in
    select a.id from ledger.action a
    where (a.run_id = p_run or a.id = any(p_actions))
      and a.state in ('planned', 'held') and not ledger.is_disputed(a)
    order by a.id
    for update
  loop
    update ledger.action set withdrawn_why = p_why, state = 'withdrawn', risk_accepted = false where id = v_action;
    perform ledger.refold(v_action, ledger.clock());
    perform ledger.decide_near(v_action, 'withdrawn', null, p_why, ledger.clock());
    v_withdrawn := v_withdrawn + 1;
  end loop;
  return v_withdrawn;
end
$$;
