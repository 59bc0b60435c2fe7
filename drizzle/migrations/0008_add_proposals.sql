CREATE TABLE "ledger"."proposal" (
	"id" uuid PRIMARY KEY NOT NULL,
	"action_id" uuid NOT NULL,
	"as" text NOT NULL,
	"evidence" text NOT NULL,
	"reason" text NOT NULL,
	"by" text NOT NULL,
	"by_person" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"decided_by" text,
	"decided_by_person" text,
	"decided_at" timestamp with time zone,
	CONSTRAINT "proposal_as" CHECK ("as" in ('did_not_happen', 'send_again')),
	CONSTRAINT "proposal_state" CHECK (state in ('pending', 'confirmed', 'declined', 'replaced')),
	CONSTRAINT "proposal_end" CHECK ((state = 'pending') = (decided_at is null)),
	CONSTRAINT "proposal_two_persons" CHECK (state <> 'confirmed' or decided_by_person <> by_person)
);
--> statement-breakpoint
ALTER TABLE "ledger"."evidence" DROP CONSTRAINT "evidence_kind";--> statement-breakpoint
ALTER TABLE "ledger"."proposal" ADD CONSTRAINT "proposal_action_id_action_id_fk" FOREIGN KEY ("action_id") REFERENCES "ledger"."action"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "proposal_by_action" ON "ledger"."proposal" USING btree ("action_id");--> statement-breakpoint
CREATE UNIQUE INDEX "proposal_one_at_a_time" ON "ledger"."proposal" USING btree ("action_id") WHERE state = 'pending';--> statement-breakpoint
ALTER TABLE "ledger"."evidence" ADD CONSTRAINT "evidence_kind" CHECK (kind in ('report', 'late_report', 'fence', 'deadline', 'exit_seen', 'probe', 'person', 'proposal'));