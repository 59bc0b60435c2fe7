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
