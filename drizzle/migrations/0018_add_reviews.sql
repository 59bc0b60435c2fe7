CREATE TABLE "ops"."review" (
	"id" uuid PRIMARY KEY NOT NULL,
	"week" text NOT NULL,
	"version" integer NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"paragraph" text,
	"paragraph_by" text,
	"note" text,
	"snapshot" json,
	"created_at" timestamp with time zone NOT NULL,
	"frozen_at" timestamp with time zone,
	"frozen_by" text,
	CONSTRAINT "review_week" CHECK (week ~ '^[0-9]{4}-W[0-9]{2}$'),
	CONSTRAINT "review_state" CHECK (state in ('draft', 'frozen')),
	CONSTRAINT "review_frozen" CHECK ((state = 'frozen') = (snapshot is not null) and (frozen_at is null) = (snapshot is null) and (frozen_by is null) = (snapshot is null)),
	CONSTRAINT "review_paragraph" CHECK ((paragraph is null) = (paragraph_by is null)),
	CONSTRAINT "review_note" CHECK ((version = 1) = (note is null))
);
--> statement-breakpoint
CREATE TABLE "ops"."review_decision" (
	"id" uuid PRIMARY KEY NOT NULL,
	"week" text NOT NULL,
	"place" integer NOT NULL,
	"what" text NOT NULL,
	"owner" text NOT NULL,
	"due" text NOT NULL,
	"reduces" text NOT NULL,
	"decided_by" text NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	"done_by" text,
	"done_at" timestamp with time zone,
	CONSTRAINT "review_decision_places" CHECK (place between 1 and 3),
	CONSTRAINT "review_decision_due" CHECK (due ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
	CONSTRAINT "review_decision_done" CHECK ((done_at is null) = (done_by is null)),
	CONSTRAINT "review_decision_class" CHECK (reduces in ('progress_loss', 'duplicate_action', 'state_inconsistency', 'observability_debt'))
);
--> statement-breakpoint
ALTER TABLE "ops"."message" DROP CONSTRAINT "message_object";--> statement-breakpoint
CREATE UNIQUE INDEX "review_once" ON "ops"."review" USING btree ("week","version");--> statement-breakpoint
CREATE UNIQUE INDEX "review_one_draft" ON "ops"."review" USING btree ("week") WHERE state = 'draft';--> statement-breakpoint
CREATE UNIQUE INDEX "review_decision_place" ON "ops"."review_decision" USING btree ("week","place");--> statement-breakpoint
CREATE INDEX "decision_by_time" ON "progress"."decision" USING btree ("decided_at");--> statement-breakpoint
CREATE INDEX "step_by_time" ON "progress"."step" USING brin ("started_at");--> statement-breakpoint
ALTER TABLE "ops"."message" ADD CONSTRAINT "message_object" CHECK (object_kind in ('run', 'action', 'validation', 'review'));