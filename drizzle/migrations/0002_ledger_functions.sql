-- The ledger's writes, one round trip each: lock, read the clock after the lock, compare, write.
-- Locks are always taken in this order, so that no two functions wait for each other: the run's fence, then new business
-- keys in their order (an insert also waits for whoever is changing the row that has the key), then actions by id, then
-- probes. Attempts are written only under the lock of their action.

-- A database marked for tests or the demo replaces this one function by a clock of its own.
create function ledger.clock() returns timestamptz language sql volatile as $$
  select clock_timestamp()
$$;
--> statement-breakpoint
create function ledger.ms(p_at timestamptz) returns bigint language sql immutable as $$
  select floor(extract(epoch from p_at) * 1000)::bigint
$$;
--> statement-breakpoint
-- The payload stays out: it may be large, and most readers do not need it.
create function ledger.action_json(a ledger.action) returns json language sql stable as $$
  select json_build_object(
    'id', a.id, 'runId', a.run_id, 'logicalRunId', a.logical_run_id,
    'type', a.type, 'object', a.object, 'occurrence', a.occurrence,
    'businessKey', a.business_key, 'revision', a.revision, 'providerKey', a.provider_key, 'marker', a.marker,
    'fingerprint', a.fingerprint, 'destination', a.destination, 'declaration', a.declaration,
    'state', a.state, 'needsGrant', a.needs_grant,
    'grant', case when a.grant_decision_id is not null then
      json_build_object('decisionId', a.grant_decision_id, 'fingerprint', a.grant_fingerprint) end,
    'withdrawnWhy', a.withdrawn_why, 'version', a.version,
    'createdAt', ledger.ms(a.created_at), 'firstBegunAt', ledger.ms(a.first_begun_at),
    'settledAt', ledger.ms(a.settled_at), 'contradictedAt', ledger.ms(a.contradicted_at),
    'riskAccepted', a.risk_accepted, 'payloadBytes', a.payload_bytes, 'purgedAt', ledger.ms(a.purged_at),
    'response', a.response
  )
$$;
--> statement-breakpoint
create function ledger.attempt_json(t ledger.attempt) returns json language sql stable as $$
  select json_build_object(
    'id', t.id, 'actionId', t.action_id, 'number', t.number, 'token', t.token,
    'executionId', t.execution_id, 'workerId', t.worker_id,
    'begunAt', ledger.ms(t.begun_at), 'deadlineAt', ledger.ms(t.deadline_at), 'endedAt', ledger.ms(t.ended_at),
    'outcome', t.outcome, 'closedBy', t.closed_by, 'transport', t.transport, 'reason', t.reason,
    'httpCode', t.http_code, 'detail', t.detail,
    'holderEndedAt', ledger.ms(t.holder_ended_at), 'resolution', t.resolution
  )
$$;
--> statement-breakpoint
create function ledger.probe_json(p ledger.probe) returns json language sql stable as $$
  select json_build_object(
    'id', p.id, 'actionId', p.action_id, 'destination', p.destination, 'askedBy', p.asked_by,
    'askedAt', ledger.ms(p.asked_at), 'notBefore', ledger.ms(p.not_before),
    'state', p.state, 'result', p.result, 'detail', p.detail, 'finishedAt', ledger.ms(p.finished_at)
  )
$$;
--> statement-breakpoint
create function ledger.evidence_json(e ledger.evidence) returns json language sql stable as $$
  select json_build_object(
    'id', e.id, 'actionId', e.action_id, 'attemptId', e.attempt_id, 'kind', e.kind, 'says', e.says, 'by', e.by,
    'at', ledger.ms(e.at)
  )
$$;
--> statement-breakpoint
create function ledger.avoided_json(v ledger.avoided) returns json language sql stable as $$
  select json_build_object(
    'actionId', v.action_id, 'executionId', v.execution_id, 'runId', v.run_id, 'cause', v.cause,
    'proofAttemptId', v.proof_attempt_id, 'at', ledger.ms(v.at)
  )
$$;
--> statement-breakpoint
-- An "absent" still counts as not settling it until something new makes another look-up worthwhile: a later attempt,
-- or the news that a sender has ended.
create function ledger.absent_did_not_settle(p_action uuid) returns boolean language plpgsql stable as $$
begin
  return coalesce((
    select p.result = 'absent'
      and p.finished_at > (select max(t.begun_at) from ledger.attempt t where t.action_id = p_action)
      and p.finished_at >= coalesce((
        select max(t.holder_ended_at) from ledger.attempt t
        where t.action_id = p_action and t.outcome = 'unknown' and t.resolution is null
      ), p.finished_at)
    from ledger.probe p join ledger.action a on a.id = p.action_id
    where p.action_id = p_action and p.state = 'done' and a.state in ('unknown', 'sending')
    order by p.finished_at desc, p.id desc
    limit 1
  ), false);
end
$$;
--> statement-breakpoint
-- Everything that a decision about the action rests on. The fence is the one of the run that is sending now.
create function ledger.facts(p_action uuid) returns json language plpgsql stable as $$
begin
  return (
    select json_build_object(
      'action', ledger.action_json(a),
      'attempts', coalesce((
        select json_agg(ledger.attempt_json(t) order by t.number) from ledger.attempt t where t.action_id = a.id
      ), '[]'),
      'fence', coalesce((
        select f.token from ledger.fence f
        where f.run_id = coalesce(
          (select t.run_id from ledger.attempt t where t.action_id = a.id and t.outcome is null), a.run_id)
      ), 0),
      'absentDidNotSettle', ledger.absent_did_not_settle(a.id)
    )
    from ledger.action a
    where a.id = p_action
  );
end
$$;
--> statement-breakpoint
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
          when outcome = 'unknown' and resolution = 'did_not_happen' then 'not_sent'
          else outcome
        end as worth
      from ledger.attempt where action_id = p_action
    ) effective;
  if v_folded is not null then
    return v_folded;
  end if;
  return (
    select case
        when withdrawn_why is not null then 'withdrawn'
        when needs_grant and grant_decision_id is null then 'held'
        else 'planned'
      end
    from ledger.action where id = p_action
  );
end
$$;
--> statement-breakpoint
-- The answer that settled the action is kept; a later one only fills a gap.
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
      contradicted_at = case when p_contradicts then coalesce(contradicted_at, p_now) else contradicted_at end
    where id = p_action;
  return v_state;
end
$$;
--> statement-breakpoint
create function ledger.announce(p_action uuid, p_now timestamptz) returns void language sql as $$
  insert into ledger.outbox (kind, body, created_at, next_try_at)
  select 'action_settled', jsonb_build_object('actionId', id, 'runId', run_id, 'state', state), p_now, p_now
  from ledger.action where id = p_action
$$;
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
create function ledger.raise_fence(p_run uuid, p_token bigint) returns integer language plpgsql as $$
begin
  return case when ledger.hold_fence(p_run, p_token) = 'raised' then ledger.end_older(p_run, p_token, '{}') else 0 end;
end
$$;
--> statement-breakpoint
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
  v_made boolean;
  v_known uuid;
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
  insert into ledger.action (
      id, run_id, logical_run_id, type, object, occurrence, business_key, provider_key, marker, fingerprint,
      payload, payload_bytes, destination, declaration, needs_grant, state, created_at, first_begun_at
    ) values (
      p_action, p_action_run, p_logical_run, p_type, p_object, p_occurrence, p_business_key, p_provider_key, p_marker,
      p_fingerprint, p_payload, p_payload_bytes, p_declaration->>'name', p_declaration, p_needs_grant,
      case when p_needs_grant then 'held' else 'sending' end, v_now, case when not p_needs_grant then v_now end
    )
    on conflict do nothing;
  v_made := found;
  if v_fence = 'raised' then
    perform ledger.end_older(p_run, p_token, '{}');
  end if;
  if v_made and not p_needs_grant then
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
--> statement-breakpoint
-- The last moment of a same-key retry, as sameKeyUntil counts it: 60 s is windowMarginMs.
create function ledger.same_key_until(a ledger.action) returns timestamptz language sql stable as $$
  select a.first_begun_at + interval '1 millisecond' * (
    (a.declaration->'deduplicates'->>'windowMs')::double precision - 60000
      - (a.declaration->>'deadlineMs')::double precision
  )
$$;
--> statement-breakpoint
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
    if v_version <> p_version or ledger.close_dead_owner(p_action, v_now) then
      return;
    end if;
    select case a.state
        when 'planned' then
          (a.contradicted_at is null or a.risk_accepted)
            and (not a.needs_grant or a.grant_fingerprint = a.fingerprint)
        when 'unknown' then a.contradicted_at is null and v_now < ledger.same_key_until(a)
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
--> statement-breakpoint
-- The rules of weighReport. A report that was already recorded changes nothing.
create function ledger.report(
  p_attempt uuid, p_outcome text, p_transport text, p_reason text, p_http_code integer, p_detail text,
  p_response text, p_says text,
  out known boolean, out state text, out settled_at_ms bigint, out contradicted boolean
) language plpgsql as $$
declare
  v_action record;
  v_attempt record;
  v_now timestamptz;
  v_late boolean;
  v_taken boolean;
  v_contradicts boolean;
  v_was_unknown boolean;
  v_state text;
begin
  select a.id, a.state, a.risk_accepted, a.declaration->'deduplicates' = 'null' as merges_nothing into v_action
    from ledger.action a
    where a.id = (select t.action_id from ledger.attempt t where t.id = p_attempt)
    for update;
  known := v_action.id is not null;
  if not known then
    return;
  end if;
  v_now := ledger.clock();
  select t.outcome, t.resolution, t.number, t.deadline_at into v_attempt from ledger.attempt t where t.id = p_attempt;

  if v_attempt.outcome is null or not exists (
    select from ledger.evidence e
    where e.action_id = v_action.id and e.attempt_id = p_attempt and e.kind in ('report', 'late_report')
      and e.says = p_says
  ) then
    v_late := v_attempt.outcome is not null or v_now > v_attempt.deadline_at;
    v_was_unknown := v_late or (v_attempt.number > 1 and exists (
      select from ledger.attempt t where t.action_id = v_action.id and t.outcome = 'unknown'));
    v_taken := v_attempt.outcome is null
      or (v_attempt.outcome = 'unknown' and v_attempt.resolution is null)
      or (p_outcome = 'confirmed' and v_attempt.outcome in ('unknown', 'not_sent'));
    v_contradicts := coalesce(p_outcome = 'confirmed' and (
        v_attempt.outcome in ('refused', 'not_sent')
        or (v_attempt.resolution = 'did_not_happen' and not v_action.risk_accepted)), false)
      or coalesce(p_outcome in ('refused', 'not_sent') and (
        v_attempt.outcome = 'confirmed' or v_attempt.resolution = 'happened'), false);

    if v_taken then
      update ledger.attempt t set
          outcome = p_outcome,
          ended_at = coalesce(t.ended_at, v_now),
          closed_by = coalesce(t.closed_by, 'report'),
          transport = p_transport,
          reason = coalesce(p_reason, t.reason),
          http_code = p_http_code,
          detail = p_detail,
          holder_ended_at = coalesce(t.holder_ended_at, v_now)
        where t.id = p_attempt;
    else
      update ledger.attempt t set holder_ended_at = coalesce(t.holder_ended_at, v_now) where t.id = p_attempt;
    end if;
    insert into ledger.evidence (action_id, attempt_id, kind, says, at)
      values (v_action.id, p_attempt, case when v_late then 'late_report' else 'report' end, p_says, v_now);

    if p_outcome = 'confirmed' and v_action.merges_nothing and (v_late or v_attempt.number > 1) then
      v_contradicts := v_contradicts or (
        select count(*) > 1 from ledger.attempt t where t.action_id = v_action.id and t.outcome = 'confirmed');
    end if;
    v_state := ledger.refold(
      v_action.id, v_now, case when v_taken and p_outcome in ('confirmed', 'refused') then p_response end, v_contradicts);
    if v_was_unknown and v_state not in ('unknown', 'sending', v_action.state) then
      perform ledger.announce(v_action.id, v_now);
    end if;
  end if;

  select a.state, ledger.ms(a.settled_at), a.contradicted_at is not null into state, settled_at_ms, contradicted
    from ledger.action a where a.id = v_action.id;
end
$$;
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
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
  insert into ledger.action (
      id, run_id, logical_run_id, type, object, occurrence, business_key, provider_key, marker, fingerprint,
      payload, payload_bytes, destination, declaration, needs_grant, state, created_at
    )
    select id, run_id, logical_run_id, type, object, occurrence, business_key, provider_key, marker, fingerprint,
      payload, payload_bytes, declaration::jsonb->>'name', declaration::jsonb, needs_grant,
      case when needs_grant then 'held' else 'planned' end, v_now
    from unnest(
      p_ids, p_action_run, p_logical_runs, p_types, p_objects, p_occurrences, p_business_keys, p_provider_keys,
      p_markers, p_fingerprints, p_payloads, p_payload_bytes, p_declarations, p_needs_grant
    ) asked (
      id, run_id, logical_run_id, type, object, occurrence, business_key, provider_key, marker, fingerprint,
      payload, payload_bytes, declaration, needs_grant
    )
    order by business_key
    on conflict do nothing;
  v_withdrawn := array(
    select a.id from ledger.action a
      join unnest(p_business_keys, p_fingerprints) asked (business_key, fingerprint) using (business_key, fingerprint)
    where a.live and a.state = 'withdrawn'
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
    end if;
  end loop;
  return (
    select json_agg(ledger.action_json(a) order by asked.place)
    from unnest(p_business_keys) with ordinality asked (business_key, place)
      join ledger.action a on a.business_key = asked.business_key and a.live
  );
end
$$;
--> statement-breakpoint
create function ledger.grant_held(p_decision uuid, p_actions uuid[], p_fingerprints text[]) returns void
language plpgsql as $$
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
  end loop;
end
$$;
--> statement-breakpoint
-- Planned and held ones were never sent, or every attempt is proven not to have taken effect; the rest stays.
create function ledger.withdraw(p_run uuid, p_actions uuid[], p_why text) returns integer language plpgsql as $$
declare
  v_action uuid;
  v_withdrawn integer := 0;
begin
  for v_action in
    select a.id from ledger.action a
    where (a.run_id = p_run or a.id = any(p_actions))
      and a.state in ('planned', 'held') and a.contradicted_at is null
    order by a.id
    for update
  loop
    update ledger.action set withdrawn_why = p_why, state = 'withdrawn', risk_accepted = false where id = v_action;
    perform ledger.refold(v_action, ledger.clock());
    v_withdrawn := v_withdrawn + 1;
  end loop;
  return v_withdrawn;
end
$$;
--> statement-breakpoint
-- `why` is null when it was settled.
create function ledger.settle(
  p_action uuid, p_version integer, p_resolution text, p_risk_accepted boolean, p_says text, p_by text,
  out why text, out state text
) language plpgsql as $$
declare
  v_version integer;
  v_now timestamptz;
begin
  select a.version, a.state into v_version, state from ledger.action a where a.id = p_action for update;
  if not found then
    why := 'action_not_found';
    return;
  end if;
  v_now := ledger.clock();
  if v_version <> p_version then
    why := 'changed_meanwhile';
    return;
  end if;
  if state not in ('unknown', 'sending') or ledger.close_dead_owner(p_action, v_now) then
    why := 'not_unknown';
    return;
  end if;
  update ledger.attempt set resolution = p_resolution
    where action_id = p_action and outcome = 'unknown' and resolution is null;
  insert into ledger.evidence (action_id, kind, says, by, at) values (p_action, 'person', p_says, p_by, v_now);
  if p_risk_accepted then
    update ledger.action set risk_accepted = true where id = p_action;
  end if;
  state := ledger.refold(p_action, v_now);
  perform ledger.announce(p_action, v_now);
end
$$;
--> statement-breakpoint
-- One look-up at a time: while one waits or runs, asking again answers with it.
create function ledger.ask_probe(p_probe uuid, p_action uuid, p_by text, p_not_before timestamptz) returns json
language plpgsql as $$
declare
  v_now timestamptz;
  v_probe ledger.probe;
begin
  perform from ledger.action where id = p_action for update;
  v_now := ledger.clock();
  insert into ledger.probe (id, action_id, destination, asked_by, asked_at, not_before, state)
    select p_probe, id, destination, p_by, v_now, p_not_before, 'queued' from ledger.action where id = p_action
    on conflict do nothing;
  select * into v_probe from ledger.probe
    where id = p_probe or (action_id = p_action and state in ('queued', 'running'))
    order by id = p_probe desc
    limit 1;
  return case when v_probe.id is not null then ledger.probe_json(v_probe) end;
end
$$;
--> statement-breakpoint
-- A worker that never reports loses the look-up after 30 s: looking up is harmless and may be done twice.
create function ledger.take_probe(p_worker uuid, p_destinations text[], out probe json, out facts json)
language plpgsql as $$
declare
  v_now timestamptz := ledger.clock();
  v_probe ledger.probe;
begin
  update ledger.probe p set state = 'running', worker_id = p_worker, taken_until = v_now + interval '30 seconds'
    where p.id = (
      select due.id from ledger.probe due
      where due.destination = any(p_destinations) and due.not_before <= v_now
        and (due.state = 'queued' or (due.state = 'running' and due.taken_until < v_now))
      order by due.not_before, due.id
      limit 1
      for update skip locked
    )
    returning p.* into v_probe;
  if v_probe.id is not null then
    probe := ledger.probe_json(v_probe);
    facts := ledger.facts(v_probe.action_id);
  end if;
end
$$;
--> statement-breakpoint
-- "Did not happen" speaks only of attempts that had begun when the look-up was asked for.
create function ledger.report_probe(
  p_probe uuid, p_result text, p_count integer, p_detail text, p_record text, p_resolution text
) returns text language plpgsql as $$
declare
  v_action record;
  v_probe ledger.probe;
  v_now timestamptz;
  v_state text;
begin
  select a.id, a.state into v_action from ledger.action a
    where a.id = (select p.action_id from ledger.probe p where p.id = p_probe)
    for update;
  if not found then
    raise exception 'There is no look-up %.', p_probe;
  end if;
  v_now := ledger.clock();
  update ledger.probe p
    set state = 'done', result = p_result, found_count = p_count, detail = p_detail, finished_at = v_now
    where p.id = p_probe and p.state in ('queued', 'running')
    returning p.* into v_probe;
  if v_probe.id is null then
    return v_action.state;
  end if;
  insert into ledger.evidence (action_id, kind, says, by, at)
    values (v_action.id, 'probe', p_result || ' · ' || p_detail, v_probe.asked_by, v_now);
  if p_resolution is not null and not ledger.close_dead_owner(v_action.id, v_now) then
    update ledger.attempt set resolution = p_resolution
      where action_id = v_action.id and outcome = 'unknown' and resolution is null
        and (p_resolution = 'happened' or begun_at <= v_probe.asked_at);
  end if;
  v_state := ledger.refold(
    v_action.id, v_now, case when p_resolution = 'happened' then p_record end, p_count > 1);
  if v_state not in ('unknown', 'sending', v_action.state) then
    perform ledger.announce(v_action.id, v_now);
  end if;
  return v_state;
end
$$;
--> statement-breakpoint
-- A row taken and not delivered comes back after 1 s, 2 s, 4 s … at most 5 min.
create function ledger.take_outbox(p_limit integer) returns setof ledger.outbox language plpgsql as $$
declare
  v_now timestamptz := ledger.clock();
begin
  return query
    update ledger.outbox o set
        tries = o.tries + 1,
        next_try_at = v_now + least(interval '5 minutes', interval '1 second' * power(2, least(o.tries, 9)))
      where o.id in (
        select due.id from ledger.outbox due
        where due.delivered_at is null and due.next_try_at <= v_now
        order by due.created_at
        limit p_limit
        for update skip locked
      )
      returning o.*;
end
$$;
