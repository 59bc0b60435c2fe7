-- Shared until the transaction ends by whoever begins an attempt, and taken alone by hold and release: whoever got it
-- after a hold was committed sees that hold. The first number keeps these locks apart from others.
create function ledger.may_send(p_destination text) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(715001, hashtext(p_destination));
  return not exists (select from ledger.destination d where d.name = p_destination and d.held_at is not null);
end
$$;

create function ledger.hold_json(d ledger.destination) returns json language sql stable as $$
  select case when d.held_at is not null then
    json_build_object('by', d.held_by, 'at', ledger.ms(d.held_at), 'reason', d.held_reason) end
$$;

-- `why` is null when it is held now, by this click.
create function ledger.hold_destination(
  p_id uuid, p_name text, p_by text, p_reason text,
  out why text, out hold json, out in_flight_until_ms bigint
) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(715001, hashtext(p_name));
  update ledger.destination d set held_at = ledger.clock(), held_by = p_by, held_reason = p_reason, held_id = p_id
    where d.name = p_name and d.held_at is null;
  select ledger.hold_json(d), case when d.held_id is distinct from p_id then 'already_held' end
    into hold, why
    from ledger.destination d where d.name = p_name;
  if not found then
    why := 'destination_not_found';
  end if;
  in_flight_until_ms := ledger.in_flight_until_ms(p_name);
end
$$;

-- Why not; null when it is released now. The outbox row has the click's id, by which a repeat of it is known.
create function ledger.release_destination(p_id uuid, p_name text) returns text language plpgsql as $$
declare
  v_now timestamptz;
begin
  perform pg_advisory_xact_lock(715001, hashtext(p_name));
  if not exists (select from ledger.destination d where d.name = p_name) then
    return 'destination_not_found';
  end if;
  if exists (select from ledger.outbox o where o.id = p_id) then
    return null;
  end if;
  update ledger.destination d set held_at = null, held_by = null, held_reason = null, held_id = null
    where d.name = p_name and d.held_at is not null;
  if not found then
    return 'not_held';
  end if;
  v_now := ledger.clock();
  insert into ledger.outbox (id, kind, body, created_at, next_try_at)
    values (p_id, 'destination_released', jsonb_build_object('destination', p_name), v_now, v_now);
  return null;
end
$$;

create function ledger.in_flight_until_ms(p_destination text) returns bigint language sql stable as $$
  select ledger.ms(max(t.deadline_at)) from ledger.attempt t join ledger.action a on a.id = t.action_id
  where t.outcome is null and a.destination = p_destination
$$;
