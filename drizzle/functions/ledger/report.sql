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
