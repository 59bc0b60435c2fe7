-- The payload stays out: it may be large, and most readers do not need it.
create function ledger.action_json(a ledger.action) returns json language sql stable as $$
  select json_build_object(
    'id', a.id, 'runId', a.run_id, 'logicalRunId', a.logical_run_id,
    'type', a.type, 'object', a.object, 'occurrence', a.occurrence,
    'businessKey', a.business_key, 'revision', a.revision, 'providerKey', a.provider_key, 'marker', a.marker,
    'live', a.live, 'declaredFingerprint', coalesce(a.declared_fingerprint, a.fingerprint),
    'acceptedFingerprints', a.accepted_fingerprints,
    'fingerprint', a.fingerprint, 'destination', a.destination, 'declaration', a.declaration,
    'state', a.state, 'needsGrant', a.needs_grant,
    'grant', case when a.grant_decision_id is not null then
      json_build_object('decisionId', a.grant_decision_id, 'fingerprint', a.grant_fingerprint) end,
    'withdrawnWhy', a.withdrawn_why, 'version', a.version,
    'createdAt', ledger.ms(a.created_at), 'firstBegunAt', ledger.ms(a.first_begun_at),
    'settledAt', ledger.ms(a.settled_at), 'contradictedAt', ledger.ms(a.contradicted_at),
    'contradictionFound', a.contradiction_found,
    'riskAccepted', a.risk_accepted, 'payloadBytes', a.payload_bytes, 'purgedAt', ledger.ms(a.purged_at),
    'response', a.response
  )
$$;

create function ledger.attempt_json(t ledger.attempt) returns json language sql stable as $$
  select json_build_object(
    'id', t.id, 'actionId', t.action_id, 'number', t.number, 'token', t.token,
    'executionId', t.execution_id, 'workerId', t.worker_id,
    'begunAt', ledger.ms(t.begun_at), 'deadlineAt', ledger.ms(t.deadline_at), 'endedAt', ledger.ms(t.ended_at),
    'outcome', t.outcome, 'closedBy', t.closed_by, 'transport', t.transport, 'reason', t.reason,
    'httpCode', t.http_code, 'detail', t.detail,
    'holderEndedAt', ledger.ms(t.holder_ended_at), 'resolution', t.resolution
  )
$$;

create function ledger.probe_json(p ledger.probe) returns json language sql stable as $$
  select json_build_object(
    'id', p.id, 'actionId', p.action_id, 'destination', p.destination, 'askedBy', p.asked_by,
    'askedAt', ledger.ms(p.asked_at), 'notBefore', ledger.ms(p.not_before),
    'state', p.state, 'result', p.result, 'detail', p.detail, 'finishedAt', ledger.ms(p.finished_at)
  )
$$;

create function ledger.evidence_json(e ledger.evidence) returns json language sql stable as $$
  select json_build_object(
    'id', e.id, 'actionId', e.action_id, 'attemptId', e.attempt_id, 'kind', e.kind, 'says', e.says, 'by', e.by,
    'at', ledger.ms(e.at)
  )
$$;

create function ledger.avoided_json(v ledger.avoided) returns json language sql stable as $$
  select json_build_object(
    'actionId', v.action_id, 'executionId', v.execution_id, 'runId', v.run_id, 'cause', v.cause,
    'proofAttemptId', v.proof_attempt_id, 'at', ledger.ms(v.at),
    'wrong', case when v.wrong_at is not null then json_build_object(
      'by', v.wrong_by, 'reason', v.wrong_reason, 'at', ledger.ms(v.wrong_at), 'secondActionId', v.second_action_id) end
  )
$$;

create function ledger.near_miss_json(n ledger.near_miss) returns json language sql stable as $$
  select json_build_object(
    'id', n.id, 'kind', n.kind, 'actionId', n.action_id, 'otherActionId', n.other_action_id, 'runId', n.run_id,
    'executionId', n.execution_id, 'fingerprint', n.fingerprint, 'payload', n.payload, 'state', n.state,
    'at', ledger.ms(n.at), 'decidedBy', n.decided_by, 'reason', n.reason, 'decidedAt', ledger.ms(n.decided_at),
    'later', ledger.how_far(n.action_id), 'earlier', ledger.how_far(n.other_action_id)
  )
$$;

create function ledger.how_far(p_action uuid) returns json language sql stable as $$
  select json_build_object('state', a.state, 'firstBegunAt', ledger.ms(a.first_begun_at), 'settledAt', ledger.ms(a.settled_at))
    from ledger.action a where a.id = p_action
$$;

create function ledger.accepts_ask(a ledger.action, p_fingerprint text) returns boolean language sql immutable as $$
  select p_fingerprint = coalesce(a.declared_fingerprint, a.fingerprint) or p_fingerprint = any(a.accepted_fingerprints)
$$;

-- Everything that a decision about the action rests on. The fence is the one of the run that is sending now.
create function ledger.facts(p_action uuid) returns json language plpgsql stable as $$
begin
  return (
    select json_build_object(
      'action', ledger.action_json(a),
      'attempts', coalesce((
        select json_agg(ledger.attempt_json(t) order by t.number) from ledger.attempt t where t.action_id = a.id
      ), '[]'),
      'fence', coalesce((
        select f.token from ledger.fence f
        where f.run_id = coalesce(
          (select t.run_id from ledger.attempt t where t.action_id = a.id and t.outcome is null), a.run_id)
      ), 0),
      'absentDidNotSettle', ledger.absent_did_not_settle(a.id),
      'hold', (select ledger.hold_json(d) from ledger.destination d where d.name = a.destination)
    )
    from ledger.action a
    where a.id = p_action
  );
end
$$;

-- An "absent" still counts as not settling it until something new makes another look-up worthwhile: a later attempt,
-- or the news that a sender has ended.
create function ledger.absent_did_not_settle(p_action uuid) returns boolean language plpgsql stable as $$
begin
  return coalesce((
    select p.result = 'absent'
      and p.finished_at > (select max(t.begun_at) from ledger.attempt t where t.action_id = p_action)
      and p.finished_at >= coalesce((
        select max(t.holder_ended_at) from ledger.attempt t
        where t.action_id = p_action and t.outcome = 'unknown' and t.resolution is null
      ), p.finished_at)
    from ledger.probe p join ledger.action a on a.id = p.action_id
    where p.action_id = p_action and p.state = 'done' and a.state in ('unknown', 'sending')
    order by p.finished_at desc, p.id desc
    limit 1
  ), false);
end
$$;
