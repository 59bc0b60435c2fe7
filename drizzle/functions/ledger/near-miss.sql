-- The earlier action that a new one comes close to, if any, by the rules of nearMissWith. Two new ones for the same object
-- wait for each other here, since neither would see the other's row.
create function ledger.come_near(
  p_business_key text, p_type text, p_object text, p_logical_run text, p_declaration jsonb,
  out other uuid, out kind text, out holds boolean
) language plpgsql as $$
begin
  holds := false;
  if p_declaration->>'impact' <> 'none' then
    perform pg_advisory_xact_lock(hashtextextended(p_type || ' ' || p_object, 0));
  end if;
  -- From both sides of its own run in the index, so that the many actions of one run are passed over.
  select a.id into other from (
    (select id from ledger.action
      where type = p_type and object = p_object and logical_run_id < p_logical_run and live
        and state in ('planned', 'held', 'sending', 'unknown', 'confirmed')
      order by logical_run_id desc limit 1)
    union all
    (select id from ledger.action
      where type = p_type and object = p_object and logical_run_id > p_logical_run and live
        and state in ('planned', 'held', 'sending', 'unknown', 'confirmed')
      order by logical_run_id limit 1)
  ) a limit 1;
  if other is not null then
    kind := 'other_run';
  else
    select a.id into other from ledger.near_miss n join ledger.action a on a.id = n.action_id
      where n.state = 'open' and n.kind = 'other_payload'
        and a.type = p_type and a.object = p_object and a.logical_run_id = p_logical_run
        and a.business_key <> p_business_key and a.live
        and a.state in ('planned', 'held', 'sending', 'unknown', 'confirmed')
      limit 1;
    if other is not null then
      kind := 'other_occurrence';
    end if;
  end if;
  holds := kind is not null and p_declaration->>'impact' <> 'none';
end
$$;

-- Under the action's lock: what a person decided about the action decides its near misses with other actions, too.
create function ledger.decide_near(p_action uuid, p_state text, p_by text, p_reason text, p_now timestamptz) returns void
language sql as $$
  update ledger.near_miss set state = p_state, decided_by = p_by, reason = p_reason, decided_at = p_now
  where action_id = p_action and state = 'open' and kind in ('other_run', 'other_occurrence')
$$;

-- The ask that differed resolves to the stored outcome from now on. False when nobody waits for that decision.
create function ledger.keep_outcome(
  p_id uuid, p_action uuid, p_fingerprint text, p_by text, p_reason text, p_says text
) returns boolean language plpgsql as $$
declare
  v_now timestamptz;
  v_run uuid;
begin
  if ledger.state_if_said(p_action, p_id) is not null then
    return true;
  end if;
  v_now := ledger.clock();
  update ledger.near_miss set state = 'kept', decided_by = p_by, reason = p_reason, decided_at = v_now
    where action_id = p_action and kind = 'other_payload' and fingerprint = p_fingerprint and state = 'open'
    returning run_id into v_run;
  if not found then
    return false;
  end if;
  update ledger.action set accepted_fingerprints = accepted_fingerprints || p_fingerprint, version = version + 1
    where id = p_action;
  insert into ledger.evidence (id, action_id, kind, says, by, at)
    values (p_id, p_action, 'person', p_says, p_by, v_now);
  perform ledger.wake_run(p_action, v_run, v_now);
  return true;
end
$$;

-- `why` is null when it was revised. A revision that was made already is answered as the first time.
create function ledger.revise(
  p_id uuid, p_replaces uuid, p_revision integer, p_provider_key text, p_marker text, p_fingerprint text,
  p_payload text, p_payload_bytes integer, p_accepts text, p_by text, p_reason text, p_says text,
  out why text, out state text, out action json
) language plpgsql as $$
declare
  v_old ledger.action;
  v_now timestamptz;
  v_asked_by uuid;
begin
  select * into v_old from ledger.action where id = p_replaces for update;
  v_now := ledger.clock();
  state := v_old.state;
  if not exists (select from ledger.action a where a.id = p_id) then
    why := case
        when v_old.id is null then 'action_not_found'
        when not v_old.live or v_old.revision + 1 <> p_revision then 'replaced'
        when ledger.is_disputed(v_old) then 'incident'
        when v_old.state in ('sending', 'unknown') then 'not_settled'
      end;
    if why is not null then
      return;
    end if;
    update ledger.action a set live = false,
        withdrawn_why = case when a.state in ('planned', 'held') then 'revised' else a.withdrawn_why end,
        state = case when a.state in ('planned', 'held') then 'withdrawn' else a.state end
      where a.id = p_replaces;
    perform ledger.refold(p_replaces, v_now);
    insert into ledger.action (
        id, run_id, logical_run_id, type, object, occurrence, business_key, revision, provider_key, marker, fingerprint,
        declared_fingerprint, accepted_fingerprints, payload, payload_bytes, destination, declaration, needs_grant,
        state, created_at
      ) values (
        p_id, v_old.run_id, v_old.logical_run_id, v_old.type, v_old.object, v_old.occurrence, v_old.business_key,
        p_revision, p_provider_key, p_marker, p_fingerprint, coalesce(v_old.declared_fingerprint, v_old.fingerprint),
        array_remove(v_old.accepted_fingerprints || p_accepts, null), p_payload, p_payload_bytes, v_old.destination,
        v_old.declaration, v_old.needs_grant, case when v_old.needs_grant then 'held' else 'planned' end, v_now
      );
    insert into ledger.evidence (action_id, kind, says, by, at)
      values (p_replaces, 'person', p_says, p_by, v_now), (p_id, 'person', p_says, p_by, v_now);
    update ledger.near_miss set state = 'revised', decided_by = p_by, reason = p_reason, decided_at = v_now
      where action_id = p_replaces and kind = 'other_payload' and fingerprint = p_accepts and near_miss.state = 'open'
      returning run_id into v_asked_by;
    -- What is still open is about whatever would be sent now.
    update ledger.near_miss set action_id = p_id where action_id = p_replaces and near_miss.state = 'open';
    perform ledger.wake_run(p_replaces, coalesce(v_asked_by, v_old.run_id), v_now);
  end if;
  select a.state, ledger.action_json(a) into state, action from ledger.action a where a.id = p_id;
end
$$;

-- For a run that stopped at the action by the id that it had then.
create function ledger.wake_run(p_action uuid, p_run uuid, p_now timestamptz) returns void language sql as $$
  insert into ledger.outbox (kind, body, created_at, next_try_at)
  select 'action_settled', jsonb_build_object('actionId', p_action, 'runId', p_run, 'state', 'planned'), p_now, p_now
$$;
