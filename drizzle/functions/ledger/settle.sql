-- `why` is null when it was settled.
create function ledger.settle(
  p_id uuid, p_action uuid, p_version integer, p_resolution text, p_risk_accepted boolean, p_says text, p_by text,
  out why text, out state text
) language plpgsql as $$
begin
  state := ledger.state_if_said(p_action, p_id);
  if state is not null then
    return;
  end if;
  select s.why, s.state into why, state from ledger.may_settle(p_action, p_version) s;
  if why is not null then
    return;
  end if;
  if p_resolution <> 'happened' and ledger.needs_second_person(p_action) then
    why := 'second_person_needed';
    return;
  end if;
  state := ledger.apply_settlement(p_id, p_action, p_resolution, p_risk_accepted, p_says, p_by);
end
$$;

-- The rule of needsSecondPerson, for what it does not let one person say alone.
create function ledger.needs_second_person(p_action uuid) returns boolean language sql stable as $$
  select a.declaration->>'effect' = 'irreversible' or a.declaration->>'impact' = 'money'
    from ledger.action a where a.id = p_action
$$;

-- Locks the action. Its state if this statement about it was made already: a click that is repeated after a lost reply.
create function ledger.state_if_said(p_action uuid, p_evidence uuid) returns text language plpgsql as $$
begin
  perform from ledger.action where id = p_action for update;
  return (
    select a.state from ledger.evidence e join ledger.action a on a.id = e.action_id
    where e.id = p_evidence and e.action_id = p_action);
end
$$;

-- Locks the action. An open attempt whose owner cannot be alive any more ends here.
create function ledger.may_settle(p_action uuid, p_version integer, out why text, out state text)
language plpgsql as $$
declare
  v_version integer;
begin
  select a.version, a.state into v_version, state from ledger.action a where a.id = p_action for update;
  if not found then
    why := 'action_not_found';
  elsif v_version <> p_version then
    why := 'changed_meanwhile';
  elsif state not in ('unknown', 'sending') or ledger.close_dead_owner(p_action, ledger.clock()) then
    why := 'not_unknown';
  else
    select a.state into state from ledger.action a where a.id = p_action;
  end if;
end
$$;

create function ledger.apply_settlement(
  p_id uuid, p_action uuid, p_resolution text, p_risk_accepted boolean, p_says text, p_by text
) returns text language plpgsql as $$
declare
  v_now timestamptz := ledger.clock();
  v_state text;
begin
  update ledger.attempt set resolution = p_resolution
    where action_id = p_action and outcome = 'unknown' and resolution is null;
  insert into ledger.evidence (id, action_id, kind, says, by, at)
    values (p_id, p_action, 'person', p_says, p_by, v_now);
  if p_risk_accepted then
    update ledger.action set risk_accepted = true where id = p_action;
  end if;
  v_state := ledger.refold(p_action, v_now);
  perform ledger.announce(p_action, v_now);
  return v_state;
end
$$;

-- How often it happened, as a person found out.
create function ledger.settle_contradiction(
  p_id uuid, p_action uuid, p_version integer, p_found text, p_says text, p_by text, out why text, out state text
) language plpgsql as $$
begin
  state := ledger.state_if_said(p_action, p_id);
  if state is not null then
    return;
  end if;
  select s.why, s.state into why, state from ledger.may_settle_contradiction(p_action, p_version) s;
  if why is not null then
    return;
  end if;
  if p_found = 'once' and ledger.needs_second_person(p_action) then
    why := 'second_person_needed';
    return;
  end if;
  state := ledger.apply_found(p_id, p_action, p_found, p_says, p_by);
end
$$;

-- Locks the action. An open attempt whose owner cannot be alive any more ends here.
create function ledger.may_settle_contradiction(p_action uuid, p_version integer, out why text, out state text)
language plpgsql as $$
declare
  v_action ledger.action;
begin
  select * into v_action from ledger.action a where a.id = p_action for update;
  state := v_action.state;
  why := case
      when v_action.id is null then 'action_not_found'
      when v_action.version <> p_version then 'changed_meanwhile'
      when not ledger.is_disputed(v_action) then 'not_contradicted'
      when state = 'sending' and ledger.close_dead_owner(p_action, ledger.clock()) then 'in_flight'
    end;
end
$$;

-- What was unknown beside the contradiction is part of it.
create function ledger.apply_found(
  p_id uuid, p_action uuid, p_found text, p_says text, p_by text
) returns text language plpgsql as $$
begin
  -- What a refusal said is no answer to what happened.
  update ledger.action set
      contradiction_found = p_found,
      response = case when state = 'confirmed' then response end
    where id = p_action;
  return ledger.apply_settlement(p_id, p_action, 'happened', false, p_says, p_by);
end
$$;

create function ledger.may_settle_as(p_as text, p_action uuid, p_version integer, out why text, out state text)
language plpgsql as $$
begin
  if p_as = 'once' then
    select s.why, s.state into why, state from ledger.may_settle_contradiction(p_action, p_version) s;
  else
    select s.why, s.state into why, state from ledger.may_settle(p_action, p_version) s;
  end if;
end
$$;

-- One that waits is neither replaced nor joined by another; one that a later attempt outdated is.
create function ledger.propose_settlement(
  p_id uuid, p_action uuid, p_version integer, p_as text, p_evidence text, p_reason text, p_says text,
  p_by text, p_person text,
  out why text, out state text, out proposal json
) language plpgsql as $$
declare
  v_now timestamptz;
begin
  select ledger.proposal_json(p) into proposal from ledger.proposal p where p.id = p_id;
  if found then
    return;
  end if;
  select s.why, s.state into why, state from ledger.may_settle_as(p_as, p_action, p_version) s;
  if why is not null then
    return;
  end if;
  proposal := ledger.proposal_json(ledger.pending_proposal(p_action));
  if proposal is not null then
    why := 'already_proposed';
    return;
  end if;
  v_now := ledger.clock();
  update ledger.proposal p
    set state = 'replaced', decided_by = p_by, decided_by_person = p_person, decided_at = v_now
    where p.action_id = p_action and p.state = 'pending';
  insert into ledger.proposal as made (id, action_id, "as", evidence, reason, by, by_person, at, state)
    values (p_id, p_action, p_as, p_evidence, p_reason, p_by, p_person, v_now, 'pending')
    returning ledger.proposal_json(made) into proposal;
  insert into ledger.evidence (action_id, kind, says, by, at) values (p_action, 'proposal', p_says, p_by, v_now);
end
$$;

-- Settles as proposed; `p_says` is null for a declined one. The lock on the action comes first, as everywhere.
create function ledger.decide_proposal(
  p_evidence uuid, p_id uuid, p_version integer, p_confirm boolean, p_resolution text, p_risk_accepted boolean,
  p_says text, p_by text, p_person text,
  out why text, out state text
) language plpgsql as $$
declare
  v_action uuid := (select p.action_id from ledger.proposal p where p.id = p_id);
  v_as text := (select p."as" from ledger.proposal p where p.id = p_id);
  v_pending ledger.proposal;
begin
  state := ledger.state_if_said(v_action, p_evidence);
  if state is not null then
    return;
  end if;
  select s.why, s.state into why, state from ledger.may_settle_as(v_as, v_action, p_version) s;
  v_pending := ledger.pending_proposal(v_action);
  if v_action is null or (why is null and v_pending.id is distinct from p_id) then
    why := 'proposal_not_found';
  elsif why is null and p_confirm and v_pending.by_person = p_person then
    why := 'same_person';
  end if;
  if why is not null then
    return;
  end if;
  update ledger.proposal p
    set state = case when p_confirm then 'confirmed' else 'declined' end,
      decided_by = p_by, decided_by_person = p_person, decided_at = ledger.clock()
    where p.id = p_id;
  if p_confirm and v_as = 'once' then
    state := ledger.apply_found(p_evidence, v_action, v_as, p_says, p_by);
  elsif p_confirm then
    state := ledger.apply_settlement(p_evidence, v_action, p_resolution, p_risk_accepted, p_says, p_by);
  else
    insert into ledger.evidence (id, action_id, kind, says, by, at)
      values (p_evidence, v_action, 'proposal', p_says, p_by, ledger.clock());
  end if;
end
$$;

-- A proposal speaks of what was open when it was made: a later attempt, a contradiction since, or any other settlement
-- outdates it.
create function ledger.pending_proposal(p_action uuid) returns ledger.proposal language sql stable as $$
  select p from ledger.proposal p join ledger.action a on a.id = p.action_id
  where p.action_id = p_action and p.state = 'pending'
    and case when p."as" = 'once' then ledger.is_disputed(a)
      else a.state in ('unknown', 'sending') and not ledger.is_disputed(a) end
    and p.at >= (select max(t.begun_at) from ledger.attempt t where t.action_id = p_action)
$$;

create function ledger.proposal_json(p ledger.proposal) returns json language sql stable as $$
  select case when p.id is not null then json_build_object(
    'id', p.id, 'actionId', p.action_id, 'as', p."as", 'evidence', p.evidence, 'reason', p.reason,
    'by', p.by, 'byPerson', p.by_person, 'at', ledger.ms(p.at)
  ) end
$$;
