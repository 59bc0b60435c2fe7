CREATE TABLE "ops"."incident" (
	"id" uuid PRIMARY KEY NOT NULL,
	"signature" text NOT NULL,
	"cause" text NOT NULL,
	"workflow" text,
	"step" text,
	"destination" text,
	"class" text NOT NULL,
	"severity" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"title" text NOT NULL,
	"owner_id" text,
	"owner_name" text,
	"former_id" uuid,
	"opened_by" text,
	"opened_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"mitigated_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"reviewed_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"evidence_count" integer DEFAULT 0 NOT NULL,
	"run_count" integer DEFAULT 0 NOT NULL,
	"action_count" integer DEFAULT 0 NOT NULL,
	"cost_ms" bigint DEFAULT 0 NOT NULL,
	"cost_tokens" bigint DEFAULT 0 NOT NULL,
	"cost_micro_usd" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "incident_class" CHECK (class in ('progress_loss', 'duplicate_action', 'state_inconsistency', 'observability_debt')),
	CONSTRAINT "incident_severity" CHECK (severity in ('s1', 's2', 's3')),
	CONSTRAINT "incident_state" CHECK (state in ('open', 'mitigated', 'resolved', 'reviewed', 'dismissed')),
	CONSTRAINT "incident_owner" CHECK ((owner_id is null) = (owner_name is null)),
	CONSTRAINT "incident_closed" CHECK ((closed_at is not null) = (state in ('resolved', 'reviewed', 'dismissed'))),
	CONSTRAINT "incident_reviewed" CHECK ((reviewed_at is not null) = (state = 'reviewed')),
	CONSTRAINT "incident_by_hand" CHECK ((cause = 'by_hand') = (opened_by is not null)),
	CONSTRAINT "incident_seen" CHECK (last_seen_at >= started_at)
);
--> statement-breakpoint
CREATE TABLE "ops"."incident_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ordinal" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ops"."incident_change_ordinal_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"incident_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"before" text,
	"after" text,
	"by" text,
	"by_id" text,
	"role" text,
	"reason" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "incident_change_kind" CHECK (kind in ('opened', 'state', 'class', 'severity', 'owner', 'note'))
);
--> statement-breakpoint
CREATE TABLE "ops"."incident_evidence" (
	"id" uuid PRIMARY KEY NOT NULL,
	"incident_id" uuid NOT NULL,
	"key" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"says" text NOT NULL,
	"run_id" uuid,
	"action_id" uuid,
	"execution_id" uuid,
	"step" text,
	"cost_ms" bigint NOT NULL,
	"cost_tokens" bigint NOT NULL,
	"cost_micro_usd" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ops"."incident" ADD CONSTRAINT "incident_former_id_incident_id_fk" FOREIGN KEY ("former_id") REFERENCES "ops"."incident"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ops"."incident_change" ADD CONSTRAINT "incident_change_incident_id_incident_id_fk" FOREIGN KEY ("incident_id") REFERENCES "ops"."incident"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ops"."incident_evidence" ADD CONSTRAINT "incident_evidence_incident_id_incident_id_fk" FOREIGN KEY ("incident_id") REFERENCES "ops"."incident"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "incident_ongoing" ON "ops"."incident" USING btree ("signature") WHERE state in ('open', 'mitigated') and cause <> 'by_hand';--> statement-breakpoint
CREATE INDEX "incident_by_signature" ON "ops"."incident" USING btree ("signature","opened_at","id");--> statement-breakpoint
CREATE INDEX "incident_by_time" ON "ops"."incident" USING btree ("last_seen_at","id");--> statement-breakpoint
CREATE INDEX "incident_by_former" ON "ops"."incident" USING btree ("former_id");--> statement-breakpoint
CREATE INDEX "incident_change_by_incident" ON "ops"."incident_change" USING btree ("incident_id","ordinal");--> statement-breakpoint
CREATE UNIQUE INDEX "incident_evidence_once" ON "ops"."incident_evidence" USING btree ("key");--> statement-breakpoint
CREATE INDEX "incident_evidence_by_incident" ON "ops"."incident_evidence" USING btree ("incident_id","at","id");--> statement-breakpoint
CREATE INDEX "incident_evidence_by_time" ON "ops"."incident_evidence" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "incident_evidence_by_run" ON "ops"."incident_evidence" USING btree ("run_id") WHERE run_id is not null;--> statement-breakpoint
CREATE INDEX "incident_evidence_by_action" ON "ops"."incident_evidence" USING btree ("action_id") WHERE action_id is not null;