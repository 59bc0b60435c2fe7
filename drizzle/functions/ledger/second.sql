-- "This was a genuine second action": the avoided repeat counts no longer, and what it asked for may be sent under an
-- occurrence of its own. It belongs to no run: the code asks for what it always asked. False when it was said already.
create function ledger.mark_second(
  p_action uuid, p_execution uuid, p_id uuid, p_occurrence text, p_business_key text, p_provider_key text,
  p_marker text, p_by text, p_reason text, p_says text
) returns boolean language plpgsql as $$
declare
  v_first ledger.action;
  v_now timestamptz;
begin
  select * into v_first from ledger.action where id = p_action for update;
  v_now := ledger.clock();
  if v_first.payload is null then
    return false;
  end if;
  update ledger.avoided set wrong_at = v_now, wrong_by = p_by, wrong_reason = p_reason, second_action_id = p_id
    where action_id = p_action and execution_id = p_execution and wrong_at is null;
  if not found then
    return exists (
      select from ledger.avoided
      where action_id = p_action and execution_id = p_execution and second_action_id = p_id);
  end if;
  insert into ledger.action (
      id, logical_run_id, type, object, occurrence, business_key, provider_key, marker, fingerprint, payload,
      payload_bytes, destination, declaration, needs_grant, grant_decision_id, grant_fingerprint, state, created_at
    ) values (
      p_id, v_first.logical_run_id, v_first.type, v_first.object, p_occurrence, p_business_key, p_provider_key, p_marker,
      v_first.fingerprint, v_first.payload, v_first.payload_bytes, v_first.destination, v_first.declaration, true, p_id,
      v_first.fingerprint, 'planned', v_now
    );
  insert into ledger.evidence (action_id, kind, says, by, at)
    values (p_action, 'person', p_says, p_by, v_now), (p_id, 'person', p_says, p_by, v_now);
  return true;
end
$$;

-- One that nobody sent yet, for a worker that has its code. What was proven not sent is tried again after a minute, at
-- most five times.
create function ledger.find_second(p_types text[]) returns json language plpgsql as $$
declare
  v_now timestamptz := ledger.clock();
begin
  return (
    select ledger.action_json(a)
    from ledger.avoided v join ledger.action a on a.id = v.second_action_id
    where v.second_action_id is not null and a.state = 'planned' and a.type = any(p_types)
      and (
        select count(*) < 5 and coalesce(max(t.ended_at) <= v_now - interval '1 minute', true)
        from ledger.attempt t where t.action_id = a.id)
    order by a.created_at, a.id
    limit 1
  );
end
$$;
