CREATE TABLE "ledger"."near_miss" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"action_id" uuid NOT NULL,
	"other_action_id" uuid,
	"run_id" uuid,
	"execution_id" uuid,
	"fingerprint" text DEFAULT '' NOT NULL,
	"payload" text,
	"state" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"decided_by" text,
	"reason" text,
	"decided_at" timestamp with time zone,
	CONSTRAINT "near_miss_kind" CHECK (kind in ('other_run', 'other_occurrence', 'other_payload', 'after_window')),
	CONSTRAINT "near_miss_state" CHECK (state in ('open', 'noted', 'let_go', 'withdrawn', 'kept', 'revised')),
	CONSTRAINT "near_miss_decided" CHECK ((decided_at is not null) = (state not in ('open', 'noted')))
);
--> statement-breakpoint
ALTER TABLE "progress"."decision" DROP CONSTRAINT "decision_validation_id_unique";--> statement-breakpoint
DROP INDEX "ledger"."action_by_object";--> statement-breakpoint
ALTER TABLE "progress"."decision" ADD COLUMN "by_id" text;--> statement-breakpoint
ALTER TABLE "progress"."decision" ADD COLUMN "edits" jsonb;--> statement-breakpoint
ALTER TABLE "progress"."run" ADD COLUMN "requested_by" text;--> statement-breakpoint
ALTER TABLE "progress"."validation" ADD COLUMN "quorum" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "progress"."validation" ADD COLUMN "four_eyes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "progress"."validation" ADD COLUMN "on_expiry" text DEFAULT 'block' NOT NULL;--> statement-breakpoint
ALTER TABLE "progress"."validation" ADD COLUMN "escalate_to" text;--> statement-breakpoint
ALTER TABLE "progress"."validation" ADD COLUMN "escalate_ms" bigint;--> statement-breakpoint
ALTER TABLE "progress"."validation" ADD COLUMN "escalated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ledger"."action" ADD COLUMN "declared_fingerprint" text;--> statement-breakpoint
ALTER TABLE "ledger"."action" ADD COLUMN "accepted_fingerprints" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger"."avoided" ADD COLUMN "wrong_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ledger"."avoided" ADD COLUMN "wrong_by" text;--> statement-breakpoint
ALTER TABLE "ledger"."avoided" ADD COLUMN "wrong_reason" text;--> statement-breakpoint
ALTER TABLE "ledger"."avoided" ADD COLUMN "second_action_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger"."near_miss" ADD CONSTRAINT "near_miss_action_id_action_id_fk" FOREIGN KEY ("action_id") REFERENCES "ledger"."action"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger"."near_miss" ADD CONSTRAINT "near_miss_other_action_id_action_id_fk" FOREIGN KEY ("other_action_id") REFERENCES "ledger"."action"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "near_miss_once" ON "ledger"."near_miss" USING btree ("action_id","kind","fingerprint");--> statement-breakpoint
CREATE INDEX "near_miss_by_other" ON "ledger"."near_miss" USING btree ("other_action_id");--> statement-breakpoint
CREATE INDEX "near_miss_open" ON "ledger"."near_miss" USING btree ("at") WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "decision_by_person" ON "progress"."decision" USING btree ("validation_id","by_id");--> statement-breakpoint
CREATE INDEX "action_by_object" ON "ledger"."action" USING btree ("type","object","logical_run_id");--> statement-breakpoint
ALTER TABLE "progress"."validation" ADD CONSTRAINT "validation_quorum" CHECK (quorum between 1 and 2);--> statement-breakpoint
ALTER TABLE "progress"."validation" ADD CONSTRAINT "validation_on_expiry" CHECK (on_expiry in ('block', 'reject', 'escalate'));--> statement-breakpoint
ALTER TABLE "progress"."validation" ADD CONSTRAINT "validation_escalation" CHECK ((on_expiry = 'escalate') = (escalate_to is not null) and (escalate_to is null) = (escalate_ms is null));--> statement-breakpoint
ALTER TABLE "ledger"."avoided" ADD CONSTRAINT "avoided_wrong" CHECK ((wrong_at is null) = (second_action_id is null));