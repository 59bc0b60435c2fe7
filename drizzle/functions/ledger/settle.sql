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
