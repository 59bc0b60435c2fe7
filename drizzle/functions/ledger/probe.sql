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

-- What nextLookUp says in TypeScript: 'Reprise' is automaticAsker, 6 is automaticLookUpsMax, 2 s the transport allowance.
create function ledger.due_look_ups(p_limit integer) returns setof uuid language plpgsql stable as $$
declare
  v_now timestamptz := ledger.clock();
begin
  return query
    select a.id
    from ledger.action a
      cross join lateral (
        select greatest(max(t.begun_at), max(t.holder_ended_at)) as news_at,
          max(greatest(t.deadline_at, t.holder_ended_at))
            filter (where t.outcome = 'unknown' and t.resolution is null) as ended_at,
          bool_or(t.transport = 'server_error') as had_error
        from ledger.attempt t where t.action_id = a.id
      ) tried
      cross join lateral (
        select count(*) filter (where p.asked_by = 'Reprise' and p.asked_at > tried.news_at) as asked,
          max(p.finished_at) filter (where p.asked_by = 'Reprise' and p.asked_at > tried.news_at) as answered_at,
          coalesce(bool_or(p.state in ('queued', 'running')), false) as is_open
        from ledger.probe p where p.action_id = a.id
      ) looked
    where a.state = 'unknown' and not ledger.is_disputed(a)
      and a.declaration->'probe' <> 'null' and coalesce((a.declaration->'probe'->>'automatic')::boolean, true)
      and not looked.is_open and looked.asked < 6
      and tried.ended_at + interval '2 seconds'
        + (a.declaration->'probe'->>'horizonMs')::double precision * interval '1 millisecond' <= v_now
      and (looked.asked = 0
        or looked.answered_at + least(30 * 4 ^ (looked.asked - 1), 3600) * interval '1 second' <= v_now)
      and not (coalesce(v_now < ledger.same_key_until(a), false)
        and not ((a.declaration->'deduplicates'->>'replaysErrors')::boolean and coalesce(tried.had_error, false)))
      and not ledger.absent_did_not_settle(a.id)
    order by tried.ended_at, a.id
    limit p_limit;
end
$$;
