-- The only clock of leases and deadlines; lib/store/database-clock.ts replaces it in databases marked for that.
create function progress.clock() returns timestamptz language sql volatile as 'select clock_timestamp()';

create function progress.ms(at timestamptz) returns bigint language sql stable
as $$ select floor(extract(epoch from at) * 1000)::bigint $$;

create function progress.at(ms double precision) returns timestamptz language sql immutable
as $$ select to_timestamp(ms / 1000.0) $$;
