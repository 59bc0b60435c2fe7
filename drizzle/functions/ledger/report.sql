-- The reports of several attempts, each answered in its place. A first attempt that answers in time is the only one there
-- is: its outcome is the action's state. Without the settings, plans made while the tables are new would scan them when
-- they are large.
create function ledger.report(reports jsonb, responses text[]) returns json[] language plpgsql
set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
declare
  v_attempts uuid[] := array(select (r ->> 'attemptId')::uuid from jsonb_array_elements(reports) r);
  v_plain uuid[];
  v_now timestamptz;
  v_report record;
begin
  perform from ledger.action a
    where a.id in (select t.action_id from ledger.attempt t where t.id = any (v_attempts))
    order by a.id
    for update;
  v_now := ledger.clock();
  v_plain := array(
    select t.id from ledger.attempt t
    where t.id = any (v_attempts) and t.outcome is null and t.number = 1 and v_now <= t.deadline_at
  );
  if v_plain <> '{}' then
    with told as (
      select r.*, responses[r.response] as body
      from jsonb_to_recordset(reports) as r(
        "attemptId" uuid, outcome text, transport text, reason text, "httpCode" integer, detail text, response integer,
        says text)
      where r."attemptId" = any (v_plain)
    ), closed as (
      update ledger.attempt t set
          outcome = told.outcome, ended_at = v_now, closed_by = 'report', transport = told.transport,
          reason = told.reason, http_code = told."httpCode", detail = told.detail, holder_ended_at = v_now
        from told where t.id = told."attemptId"
        returning t.id, t.action_id
    ), kept as (
      insert into ledger.evidence (action_id, attempt_id, kind, says, at)
        select closed.action_id, closed.id, 'report', told.says, v_now
        from closed join told on told."attemptId" = closed.id
    )
    update ledger.action a set
        state = ledger.state_after_first(a, told.outcome),
        version = a.version + 1,
        settled_at = case when told.outcome in ('confirmed', 'refused') then coalesce(a.settled_at, v_now) end,
        response = coalesce(case when told.outcome in ('confirmed', 'refused') then told.body end, a.response)
      from closed join told on told."attemptId" = closed.id
      where a.id = closed.action_id;
  end if;
  if cardinality(v_plain) < cardinality(v_attempts) then
    for v_report in
      select r.*
      from jsonb_to_recordset(reports) as r(
        "attemptId" uuid, outcome text, transport text, reason text, "httpCode" integer, detail text, response integer,
        says text)
      where not r."attemptId" = any (v_plain)
    loop
      perform ledger.weigh_report(
        v_report."attemptId", v_report.outcome, v_report.transport, v_report.reason, v_report."httpCode",
        v_report.detail, responses[v_report.response], v_report.says, v_now)
        where exists (select from ledger.attempt t where t.id = v_report."attemptId");
    end loop;
  end if;
  return array(
    select json_build_object('known', a.id is not null, 'state', a.state, 'settledAt', ledger.ms(a.settled_at),
      'contradicted', coalesce(ledger.is_disputed(a), false))
    from unnest(v_attempts) with ordinality asked (id, place)
      left join ledger.attempt t on t.id = asked.id
      left join ledger.action a on a.id = t.action_id
    order by asked.place
  );
end
$$;

-- What the only attempt's outcome makes of its action.
create function ledger.state_after_first(a ledger.action, p_outcome text) returns text language sql immutable as $$
  select case
      when p_outcome <> 'not_sent' then p_outcome
      when a.needs_grant and a.grant_decision_id is null then 'held'
      else 'planned'
    end
$$;

-- The same for a report that comes alone, for which a statement over several would cost more than it does.
create function ledger.report_one(
  p_attempt uuid, p_outcome text, p_transport text, p_reason text, p_http_code integer, p_detail text,
  p_response text, p_says text
) returns json language plpgsql as $$
declare
  v_action ledger.action;
  v_now timestamptz;
begin
  select a.* into v_action from ledger.action a
    where a.id = (select t.action_id from ledger.attempt t where t.id = p_attempt)
    for update;
  if not found then
    return json_build_object('known', false);
  end if;
  v_now := ledger.clock();
  update ledger.attempt set
      outcome = p_outcome, ended_at = v_now, closed_by = 'report', transport = p_transport,
      reason = p_reason, http_code = p_http_code, detail = p_detail, holder_ended_at = v_now
    where id = p_attempt and outcome is null and number = 1 and v_now <= deadline_at;
  if found then
    insert into ledger.evidence (action_id, attempt_id, kind, says, at)
      values (v_action.id, p_attempt, 'report', p_says, v_now);
    update ledger.action set
        state = ledger.state_after_first(action, p_outcome),
        version = version + 1,
        settled_at = case when p_outcome in ('confirmed', 'refused') then coalesce(settled_at, v_now) end,
        response = coalesce(case when p_outcome in ('confirmed', 'refused') then p_response end, response)
      where id = v_action.id
      returning * into v_action;
  else
    perform ledger.weigh_report(
      p_attempt, p_outcome, p_transport, p_reason, p_http_code, p_detail, p_response, p_says, v_now);
    select * into v_action from ledger.action a where a.id = v_action.id;
  end if;
  return json_build_object('known', true, 'state', v_action.state, 'settledAt', ledger.ms(v_action.settled_at),
    'contradicted', ledger.is_disputed(v_action));
end
$$;

-- Any other report, under its action's lock, by the rules of weighReport. One that was already recorded changes nothing.
create function ledger.weigh_report(
  p_attempt uuid, p_outcome text, p_transport text, p_reason text, p_http_code integer, p_detail text,
  p_response text, p_says text, v_now timestamptz
) returns void language plpgsql as $$
declare
  v_action record;
  v_attempt record;
  v_late boolean;
  v_taken boolean;
  v_contradicts boolean;
  v_was_unknown boolean;
  v_state text;
begin
  select a.id, a.state, a.declaration->'deduplicates' = 'null' as merges_nothing into v_action
    from ledger.action a
    where a.id = (select t.action_id from ledger.attempt t where t.id = p_attempt);
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
        or v_attempt.resolution = 'did_not_happen'), false)
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
end
$$;
