-- Only what is final and as the caller saw it: no ask can make such an action send again.
create function ledger.purge_payloads(p_ids uuid[], p_versions integer[]) returns integer language plpgsql as $$
declare
  v_ids uuid[];
begin
  v_ids := array(
    select a.id from ledger.action a join unnest(p_ids, p_versions) asked (id, version) using (id)
    where a.version = asked.version and a.payload is not null and not ledger.is_disputed(a)
      and a.state in ('confirmed', 'refused', 'withdrawn')
    order by a.id
    for update of a
  );
  update ledger.action set payload = null, response = null, purged_at = ledger.clock(), version = version + 1
    where id = any(v_ids);
  update ledger.near_miss set payload = null where action_id = any(v_ids);
  return cardinality(v_ids);
end
$$;

create function ledger.remove_run(p_run uuid, p_ids uuid[], p_versions integer[]) returns boolean language plpgsql as $$
declare
  v_ids uuid[];
begin
  perform from ledger.fence where run_id = p_run for update;
  v_ids := array(select a.id from ledger.action a where a.run_id = p_run order by a.id for update);
  if cardinality(v_ids) <> cardinality(p_ids) or exists (
    select from ledger.action a left join unnest(p_ids, p_versions) asked (id, version) using (id)
    where a.id = any(v_ids)
      and (asked.version is distinct from a.version or ledger.is_disputed(a) or a.state in ('unknown', 'sending'))
  ) then
    return false;
  end if;
  -- A later run's near miss of one of these stays, and no longer names it.
  update ledger.near_miss set other_action_id = null where other_action_id = any(v_ids);
  delete from ledger.near_miss where action_id = any(v_ids);
  delete from ledger.proposal where action_id = any(v_ids);
  delete from ledger.avoided where action_id = any(v_ids);
  delete from ledger.evidence where action_id = any(v_ids);
  delete from ledger.probe where action_id = any(v_ids);
  delete from ledger.attempt where action_id = any(v_ids);
  delete from ledger.action where id = any(v_ids);
  delete from ledger.fence where run_id = p_run;
  return true;
end
$$;

-- Removes at most so many, the oldest first; a dry run counts all that would go.
create function ledger.remove_delivered(p_before timestamptz, p_at_most integer, p_dry_run boolean) returns integer
language plpgsql as $$
declare
  v_gone integer;
begin
  if p_dry_run then
    return (select count(*) from ledger.outbox where delivered_at < p_before);
  end if;
  delete from ledger.outbox where id in (
    select id from ledger.outbox where delivered_at < p_before
    order by delivered_at limit p_at_most for update skip locked);
  get diagnostics v_gone = row_count;
  return v_gone;
end
$$;

-- A final action is never looked up again, so nobody counts its look-ups any more.
create function ledger.remove_look_ups(p_before timestamptz, p_at_most integer, p_dry_run boolean) returns integer
language plpgsql as $$
declare
  v_gone integer;
begin
  if p_dry_run then
    return (
      select count(*) from ledger.probe p join ledger.action a on a.id = p.action_id
      where p.finished_at < p_before and a.state in ('confirmed', 'refused', 'withdrawn'));
  end if;
  delete from ledger.probe where id in (
    select p.id from ledger.probe p join ledger.action a on a.id = p.action_id
    where p.finished_at < p_before and a.state in ('confirmed', 'refused', 'withdrawn')
    order by p.finished_at limit p_at_most for update of p skip locked);
  get diagnostics v_gone = row_count;
  return v_gone;
end
$$;
