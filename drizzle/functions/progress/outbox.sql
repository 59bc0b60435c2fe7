-- A row that is not marked delivered comes again after 5, 10, 20, 40, then every 60 seconds.
create function progress.take_outbox(at_most integer) returns json language plpgsql volatile as $$
declare
  t timestamptz := progress.clock();
  taken json;
begin
  with due as (
    select id from progress.outbox where delivered_at is null and next_try_at <= t
    order by next_try_at limit at_most for update skip locked
  ), pushed as (
    update progress.outbox o
    set tries = tries + 1, next_try_at = t + least(60, 5 * 2 ^ least(tries, 4)) * interval '1 second'
    from due where o.id = due.id returning o.*
  )
  select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'body', body) order by created_at), '[]')
  into taken from pushed;
  return taken;
end $$;
