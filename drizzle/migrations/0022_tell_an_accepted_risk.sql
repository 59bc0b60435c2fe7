ALTER TABLE "ledger"."proposal" DROP CONSTRAINT "proposal_as";--> statement-breakpoint
ALTER TABLE "ledger"."proposal" ADD CONSTRAINT "proposal_as" CHECK ("as" in ('did_not_happen', 'send_again', 'once'));--> statement-breakpoint
UPDATE "ledger"."attempt" t SET resolution = 'risk_accepted'
  WHERE t.resolution = 'did_not_happen' AND (
    SELECT e.says FROM "ledger"."evidence" e
    WHERE e.action_id = t.action_id AND e.kind = 'person' AND e.at >= t.begun_at
    ORDER BY e.ordinal LIMIT 1
  ) LIKE 'Send again, risk accepted: %';
