create function progress.run_json(r progress.run, l progress.lease) returns json language sql stable
as $$
  select json_build_object(
    'id', r.id, 'workflow', r.workflow, 'workflowVersion', r.workflow_version, 'logicalRunId', r.logical_run_id,
    'subject', r.subject, 'requestedBy', r.requested_by, 'state', r.state, 'cause', r.cause, 'causeText', r.cause_text,
    'waitsFor', json_build_object('actionIds', r.waits_for_actions, 'validationIds', r.waits_for_validations),
    'wakeAt', case r.state when 'waiting' then progress.ms(r.ready_at) end,
    'recovery', r.recovery, 'leaseMs', r.lease_ms, 'token', l.token,
    'executionCount', r.execution_count, 'resumeCount', r.resume_count, 'checkpointCount', l.checkpoint_count,
    'createdAt', progress.ms(r.created_at), 'startedAt', progress.ms(r.started_at), 'endedAt', progress.ms(r.ended_at),
    'lastActivityAt', progress.ms(l.last_activity_at), 'purgedAt', progress.ms(r.purged_at))
$$;

create function progress.validation_json(v progress.validation) returns json language sql stable
as $$
  select json_build_object(
    'id', v.id, 'runId', v.run_id, 'stepName', s.name, 'occurrence', s.occurrence, 'kind', v.kind, 'ask', v.ask,
    'role', v.role, 'state', v.state, 'subjects', v.subjects, 'shown', v.shown,
    'requestedAt', progress.ms(v.requested_at), 'deadlineAt', progress.ms(v.deadline_at),
    'quorum', v.quorum, 'fourEyes', v.four_eyes, 'onExpiry', v.on_expiry,
    'escalation', case when v.escalate_to is not null then
      json_build_object('role', v.escalate_to, 'withinMs', v.escalate_ms) end,
    'escalatedAt', progress.ms(v.escalated_at),
    'decision', case when v.state in ('approved', 'rejected') then d.last end, 'decisions', coalesce(d.all, '[]'))
  from progress.step s cross join lateral (
    select json_agg(made.json order by made.decided_at, made.id) as all,
      (array_agg(made.json order by made.decided_at desc, made.id desc))[1] as last
    from (
      select d.decided_at, d.id, json_build_object(
        'id', d.id, 'verdict', d.verdict, 'by', d.by, 'byId', d.by_id, 'role', d.role, 'reason', d.reason,
        'answer', d.answer, 'edits', coalesce(d.edits, '[]'), 'decidedAt', progress.ms(d.decided_at)) as json
      from progress.decision d where d.validation_id = v.id) made
  ) d
  where s.id = v.step_id
$$;

-- Bodies travel as JSON strings inside `json`, which keeps them letter by letter.
create function progress.recorded_steps(of_run uuid, up_to integer) returns json language plpgsql stable as $$
begin
  return (
    select coalesce(json_agg(json_build_object(
      'checkpointId', c.id, 'stepId', s.id, 'name', s.name, 'occurrence', s.occurrence, 'kind', s.kind,
      'actionId', s.action_id, 'ordinal', s.ordinal, 'number', c.number, 'schemaName', c.schema_name, 'schemaVersion', c.schema_version,
      'hash', c.hash, 'body', c.body, 'at', progress.ms(c.created_at)) order by c.number), '[]')
    from progress.checkpoint c join progress.step s on s.id = c.step_id
    where c.run_id = of_run and c.superseded_by is null and c.number <= up_to
  );
end $$;

create function progress.open_steps(of_run uuid) returns json language plpgsql stable as $$
begin
  return (
    select coalesce(json_agg(json_build_object(
      'stepId', s.id, 'name', s.name, 'occurrence', s.occurrence, 'kind', s.kind, 'actionId', s.action_id,
      'ordinal', s.ordinal, 'attempts', coalesce(a.attempts, 0), 'failedAttempts', coalesce(a.failed, 0),
      'nextTryAt', progress.ms(s.next_try_at), 'wakeAt', progress.ms(s.wake_at),
      'validation', (select progress.validation_json(v) from progress.validation v
                     where v.step_id = s.id order by v.requested_at desc limit 1)) order by s.ordinal), '[]')
    from progress.step s
    left join lateral (
      select max(number) as attempts, count(*) filter (where result = 'failed') as failed
      from progress.step_attempt where step_id = s.id) a on true
    where s.run_id = of_run and s.superseded_by is null
      and not exists (select from progress.checkpoint c where c.step_id = s.id and c.superseded_by is null)
  );
end $$;

create function progress.refused(code text, by text, at timestamptz) returns json language sql stable
as $$ select json_build_object('refused', code, 'by', by, 'at', progress.ms(at)) $$;
