create function progress.decide(
  on_validation uuid, as_decision uuid, with_verdict text, by_person text, as_role text, because text,
  with_answer jsonb, from_where text, by_person_id text, with_edits jsonb, change_seen uuid)
returns json language plpgsql volatile as $$
declare
  t timestamptz;
  v progress.validation;
  r progress.run;
  approvals integer;
begin
  perform from progress.lease
  where run_id = (select run_id from progress.validation where id = on_validation) for update;
  select * into v from progress.validation where id = on_validation for update;
  t := progress.clock();
  if v.id is null then
    return json_build_object('decided', false, 'why', 'validation_not_found', 'validation', null);
  end if;
  if exists (select from progress.decision where id = as_decision and validation_id = v.id) then
    return json_build_object('decided', true, 'validation', progress.validation_json(v));
  end if;
  if v.state <> 'pending' or t >= v.deadline_at then
    return json_build_object('decided', false, 'validation', progress.validation_json(v), 'why', case
      when v.state in ('approved', 'rejected') then 'already_decided'
      when v.state = 'withdrawn' then 'validation_withdrawn' else 'validation_expired' end);
  end if;

  if with_verdict = 'approve' and change_seen is distinct from (
    select id from progress.decision where validation_id = v.id and edits is not null
    order by decided_at desc, id desc limit 1) then
    return json_build_object('decided', false, 'validation', progress.validation_json(v), 'why', 'changed_since_shown');
  end if;
  if exists (select from progress.standing_approvals(v.id) as d where d.by_id = by_person_id) then
    return json_build_object('decided', false, 'validation', progress.validation_json(v), 'why', 'decided_by_you');
  end if;

  insert into progress.decision (id, validation_id, verdict, by, by_id, role, reason, answer, edits, "from", decided_at)
  values (as_decision, v.id, with_verdict, by_person, by_person_id, as_role, because, with_answer, with_edits, from_where, t);
  approvals := (select count(*) from progress.standing_approvals(v.id));
  if with_verdict = 'approve' and approvals < v.quorum then
    perform progress.note(v.run_id, t, 'decision', 'info', format('%s %sapproved (%s of %s): %s', by_person,
      case when jsonb_array_length(coalesce(with_edits, '[]')) > 0 then 'changed and ' else '' end, approvals,
      v.quorum, v.ask) || coalesce(' (' || because || ')', ''), null);
    return json_build_object('decided', true, 'validation', progress.validation_json(v));
  end if;
  update progress.validation set state = case with_verdict when 'approve' then 'approved' else 'rejected' end,
    subjects = case with_verdict when 'approve' then progress.edited_subjects(subjects, progress.standing_edits(v.id))
      else subjects end
  where id = v.id returning * into v;
  select * into r from progress.run where id = v.run_id;
  if r.state in ('needs_person', 'waiting') and v.id = any (r.waits_for_validations) then
    perform progress.queue_again(r.id, t, null);
  end if;
  if v.state = 'rejected' then
    perform progress.withdraw_subjects(v, t, 'denied');
  elsif jsonb_array_length(v.subjects) > 0 then
    perform progress.tell_ledger(t, 'grant_actions',
      jsonb_build_object('runId', v.run_id, 'validationId', v.id));
  end if;
  perform progress.note(v.run_id, t, 'decision', 'info', format('%s %s: %s', by_person, v.state, v.ask)
    || coalesce(' (' || because || ')', ''), null);
  return json_build_object('decided', true, 'validation', progress.validation_json(v));
end $$;

-- Those that count: of what is sent now. A change of it restarts the count.
create function progress.standing_approvals(of_validation uuid) returns setof progress.decision
language sql stable as $$
  select d.* from progress.decision d
  where d.validation_id = of_validation and d.verdict = 'approve' and not exists (
    select from progress.decision later
    where later.validation_id = d.validation_id and later.edits is not null
      and (later.decided_at, later.id) > (d.decided_at, d.id))
$$;

-- Of two changes to one action the later one is sent.
create function progress.standing_edits(of_validation uuid) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(e.edit), '[]') from (
    select distinct on (made.edit ->> 'actionId') made.edit
    from progress.decision d, jsonb_array_elements(coalesce(d.edits, '[]')) as made(edit)
    where d.validation_id = of_validation
    order by made.edit ->> 'actionId', d.decided_at desc, d.id desc) e
$$;

-- What follows from a validation that is no longer pending. The held actions are named, since a run may hold others.
create function progress.withdraw_subjects(v progress.validation, t timestamptz, why text) returns void
language sql volatile as $$
  select progress.tell_ledger(t, 'withdraw_actions', jsonb_build_object('runId', v.run_id, 'why', why,
    'actionIds', jsonb_path_query_array(v.subjects, '$[*].actionId')))
  where jsonb_array_length(v.subjects) > 0
$$;

-- What an approval with edits binds to: the revisions in place of what they replace.
create function progress.edited_subjects(subjects jsonb, edits jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(case when e.edit is null then s.subject
      else s.subject || jsonb_build_object('actionId', e.edit -> 'newActionId', 'fingerprint', e.edit -> 'fingerprint') end
    order by s.place), '[]')
  from jsonb_array_elements(subjects) with ordinality as s(subject, place)
  left join jsonb_array_elements(edits) as e(edit) on e.edit ->> 'actionId' = s.subject ->> 'actionId'
$$;
