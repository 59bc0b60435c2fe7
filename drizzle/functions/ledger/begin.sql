-- Answers 'opened' (declared and its first attempt open, in one commit), 'known' with facts, or 'stale_lease'.
create function ledger.begin(
  p_run uuid, p_token bigint, p_execution uuid, p_worker uuid,
  p_action uuid, p_action_run uuid, p_logical_run text, p_type text, p_object text, p_occurrence text,
  p_business_key text, p_provider_key text, p_marker text, p_fingerprint text,
  p_payload text, p_payload_bytes integer, p_declaration jsonb, p_needs_grant boolean,
  p_attempt uuid, p_deadline_ms double precision,
  out answer text, out at_ms bigint, out facts json, out payload text
) language plpgsql as $$
declare
  v_fence text;
  v_now timestamptz;
  v_near record;
  v_held boolean;
  v_made boolean;
  v_known uuid;
  v_may_send boolean := ledger.may_send(p_declaration->>'name');
begin
  if p_run is not null then
    v_fence := ledger.hold_fence(p_run, p_token);
    if v_fence = 'stale' then
      answer := 'stale_lease';
      return;
    end if;
  end if;
  v_now := ledger.clock();
  at_ms := ledger.ms(v_now);
  v_near := ledger.come_near(p_business_key, p_type, p_object, p_logical_run, p_declaration);
  v_held := p_needs_grant or v_near.holds;
  insert into ledger.action (
      id, run_id, logical_run_id, type, object, occurrence, business_key, provider_key, marker, fingerprint,
      payload, payload_bytes, destination, declaration, needs_grant, state, created_at, first_begun_at
    ) values (
      p_action, p_action_run, p_logical_run, p_type, p_object, p_occurrence, p_business_key, p_provider_key, p_marker,
      p_fingerprint, p_payload, p_payload_bytes, p_declaration->>'name', p_declaration, v_held,
      case when v_held then 'held' when v_may_send then 'sending' else 'planned' end, v_now,
      case when v_may_send and not v_held then v_now end
    )
    on conflict do nothing;
  v_made := found;
  if v_made and v_near.kind is not null then
    insert into ledger.near_miss (id, kind, action_id, other_action_id, run_id, execution_id, state, at)
      values (gen_random_uuid(), v_near.kind, p_action, v_near.other, p_run, p_execution,
        case when v_near.holds then 'open' else 'noted' end, v_now);
  end if;
  if v_fence = 'raised' then
    perform ledger.end_older(p_run, p_token, '{}');
  end if;
  if v_made and not v_held and v_may_send then
    insert into ledger.attempt (id, action_id, number, run_id, token, execution_id, worker_id, begun_at, deadline_at)
      values (p_attempt, p_action, 1, p_run, p_token, p_execution, p_worker, v_now,
        v_now + p_deadline_ms * interval '1 millisecond');
    answer := 'opened';
    return;
  end if;
  select a.id, a.payload into v_known, payload from ledger.action a where a.business_key = p_business_key and a.live;
  if not found then
    raise exception 'The action id % belongs to another business key.', p_action;
  end if;
  answer := 'known';
  facts := ledger.facts(v_known);
  -- A loser of the race waited for the winner: its facts are younger than the clock read before.
  at_ms := ledger.ms(ledger.clock());
end
$$;
