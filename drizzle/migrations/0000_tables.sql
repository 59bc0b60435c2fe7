CREATE SCHEMA "progress";
--> statement-breakpoint
CREATE SCHEMA "ledger";
--> statement-breakpoint
CREATE SCHEMA "ops";
--> statement-breakpoint
CREATE SCHEMA "auth";
--> statement-breakpoint
CREATE TABLE "progress"."checkpoint" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"step_id" uuid NOT NULL,
	"schema_name" text NOT NULL,
	"schema_version" integer NOT NULL,
	"hash" text NOT NULL,
	"bytes" integer NOT NULL,
	"body" text NOT NULL,
	"execution_id" uuid NOT NULL,
	"parent_id" uuid,
	"superseded_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "checkpoint_size" CHECK (bytes <= 2097152)
);
--> statement-breakpoint
CREATE TABLE "progress"."decision" (
	"id" uuid PRIMARY KEY NOT NULL,
	"validation_id" uuid NOT NULL,
	"verdict" text NOT NULL,
	"by" text NOT NULL,
	"role" text NOT NULL,
	"reason" text,
	"answer" jsonb,
	"from" text,
	"decided_at" timestamp with time zone NOT NULL,
	CONSTRAINT "decision_validation_id_unique" UNIQUE("validation_id"),
	CONSTRAINT "decision_verdict" CHECK (verdict in ('approve', 'reject')),
	CONSTRAINT "decision_reason" CHECK (verdict <> 'reject' or reason is not null)
);
--> statement-breakpoint
CREATE TABLE "progress"."execution" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"token" bigint NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"worker_id" uuid,
	"worker_name" text,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"resumed_from" integer,
	"resumed_by" text,
	"resume_reason" text,
	CONSTRAINT "execution_kind" CHECK (kind in ('first', 'recovery', 'resume', 'wake')),
	CONSTRAINT "execution_state" CHECK (state in ('starting', 'alive', 'finished', 'crashed', 'lost', 'replaced', 'stopped')),
	CONSTRAINT "execution_end" CHECK ((ended_at is not null) = (state not in ('starting', 'alive'))),
	CONSTRAINT "execution_resume" CHECK ((kind = 'resume') = (resumed_from is not null))
);
--> statement-breakpoint
CREATE TABLE "progress"."journal" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"level" text NOT NULL,
	"text" text NOT NULL,
	"step_id" uuid,
	"execution_id" uuid,
	CONSTRAINT "journal_kind" CHECK (kind in ('log', 'run', 'resume', 'decision')),
	CONSTRAINT "journal_level" CHECK (level in ('debug', 'info', 'warn', 'error'))
);
--> statement-breakpoint
CREATE TABLE "progress"."lease" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"token" bigint DEFAULT 0 NOT NULL,
	"execution_id" uuid,
	"worker_id" uuid,
	"renewed_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"checkpoint_count" integer DEFAULT 0 NOT NULL,
	"last_activity_at" timestamp with time zone NOT NULL,
	"write_id" uuid,
	CONSTRAINT "lease_expiry" CHECK ((worker_id is null) = (expires_at is null))
);
--> statement-breakpoint
CREATE TABLE "progress"."outbox" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"delivered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "progress"."run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workflow" text NOT NULL,
	"workflow_version" integer NOT NULL,
	"logical_run_id" text NOT NULL,
	"subject" text,
	"input" text NOT NULL,
	"output" text,
	"error" jsonb,
	"state" text NOT NULL,
	"cause" text,
	"cause_text" text,
	"waits_for_actions" uuid[] DEFAULT '{}' NOT NULL,
	"waits_for_validations" uuid[] DEFAULT '{}' NOT NULL,
	"ready_at" timestamp with time zone,
	"recovery" text NOT NULL,
	"lease_ms" integer NOT NULL,
	"execution_count" integer DEFAULT 0 NOT NULL,
	"resume_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	CONSTRAINT "run_state" CHECK (state in ('queued', 'running', 'waiting', 'needs_person', 'interrupted', 'blocked', 'succeeded', 'failed', 'cancelled')),
	CONSTRAINT "run_recovery" CHECK (recovery in ('automatic', 'manual')),
	CONSTRAINT "run_end" CHECK ((ended_at is not null) = (state in ('succeeded', 'failed', 'cancelled'))),
	CONSTRAINT "run_ready_state" CHECK (ready_at is null or state in ('queued', 'waiting')),
	CONSTRAINT "run_queued_ready" CHECK (state <> 'queued' or ready_at is not null),
	CONSTRAINT "run_ended_by" CHECK ((ended_by is not null) = (state = 'cancelled')),
	CONSTRAINT "run_cause" CHECK ((state not in ('waiting', 'needs_person', 'interrupted', 'blocked', 'failed')) or cause is not null),
	CONSTRAINT "run_ids_short" CHECK (octet_length(logical_run_id) between 1 and 255 and octet_length(workflow) between 1 and 255)
);
--> statement-breakpoint
CREATE TABLE "progress"."step" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"name" text NOT NULL,
	"occurrence" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"ordinal" integer NOT NULL,
	"action_id" uuid,
	"execution_id" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"superseded_by" uuid,
	"next_try_at" timestamp with time zone,
	"wake_at" timestamp with time zone,
	CONSTRAINT "step_kind" CHECK (kind in ('step', 'action', 'validation', 'sleep')),
	CONSTRAINT "step_state" CHECK (state in ('running', 'retrying', 'waiting', 'needs_person', 'done', 'failed', 'lost', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "progress"."step_attempt" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"execution_id" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"result" text NOT NULL,
	"reason" text,
	"decided_by" text,
	"error" jsonb,
	CONSTRAINT "step_attempt_result" CHECK (result in ('open', 'done', 'failed', 'lost')),
	CONSTRAINT "step_attempt_end" CHECK ((ended_at is not null) = (result <> 'open')),
	CONSTRAINT "step_attempt_reason" CHECK (result not in ('failed', 'lost') or reason is not null)
);
--> statement-breakpoint
CREATE TABLE "progress"."validation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"ask" text NOT NULL,
	"role" text NOT NULL,
	"state" text NOT NULL,
	"subjects" jsonb NOT NULL,
	"shown" jsonb,
	"requested_at" timestamp with time zone NOT NULL,
	"deadline_at" timestamp with time zone NOT NULL,
	CONSTRAINT "validation_kind" CHECK (kind in ('approval', 'answer')),
	CONSTRAINT "validation_state" CHECK (state in ('pending', 'approved', 'rejected', 'expired', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "progress"."worker" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"workflows" jsonb NOT NULL,
	"destinations" jsonb NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"exit_seen" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "progress"."workflow" (
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "workflow_name_version_pk" PRIMARY KEY("name","version")
);
--> statement-breakpoint
CREATE TABLE "ledger"."action" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid,
	"logical_run_id" text,
	"type" text NOT NULL,
	"object" text NOT NULL,
	"occurrence" text NOT NULL,
	"business_key" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"live" boolean DEFAULT true NOT NULL,
	"provider_key" text NOT NULL,
	"marker" text NOT NULL,
	"fingerprint" text NOT NULL,
	"payload" text,
	"payload_bytes" integer NOT NULL,
	"purged_at" timestamp with time zone,
	"destination" text NOT NULL,
	"declaration" jsonb NOT NULL,
	"state" text NOT NULL,
	"needs_grant" boolean NOT NULL,
	"grant_decision_id" uuid,
	"grant_fingerprint" text,
	"withdrawn_why" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"first_begun_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"contradicted_at" timestamp with time zone,
	"risk_accepted" boolean DEFAULT false NOT NULL,
	"response" text,
	CONSTRAINT "action_state" CHECK (state in ('planned', 'held', 'sending', 'confirmed', 'refused', 'unknown', 'withdrawn')),
	CONSTRAINT "action_withdrawn" CHECK ((state = 'withdrawn') = (withdrawn_why is not null)),
	CONSTRAINT "action_grant" CHECK ((grant_decision_id is null) = (grant_fingerprint is null)),
	CONSTRAINT "action_payload" CHECK ((payload is null) = (purged_at is not null)),
	CONSTRAINT "action_ids_short" CHECK (octet_length(type) between 1 and 255 and octet_length(object) between 1 and 255 and octet_length(occurrence) <= 255)
);
--> statement-breakpoint
CREATE TABLE "ledger"."attempt" (
	"id" uuid PRIMARY KEY NOT NULL,
	"action_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"run_id" uuid,
	"token" bigint NOT NULL,
	"execution_id" uuid,
	"worker_id" uuid,
	"begun_at" timestamp with time zone NOT NULL,
	"deadline_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"outcome" text,
	"closed_by" text,
	"transport" text,
	"reason" text,
	"http_code" integer,
	"detail" text,
	"holder_ended_at" timestamp with time zone,
	"resolution" text,
	CONSTRAINT "attempt_outcome" CHECK (outcome is null or outcome in ('confirmed', 'refused', 'not_sent', 'unknown')),
	CONSTRAINT "attempt_end" CHECK ((ended_at is null) = (outcome is null) and (closed_by is null) = (outcome is null)),
	CONSTRAINT "attempt_deadline" CHECK (deadline_at > begun_at),
	CONSTRAINT "attempt_closed_by" CHECK (closed_by in ('report', 'fence', 'deadline', 'exit')),
	CONSTRAINT "attempt_resolution" CHECK (resolution is null or outcome in ('unknown', 'confirmed'))
);
--> statement-breakpoint
CREATE TABLE "ledger"."avoided" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"action_id" uuid NOT NULL,
	"execution_id" uuid NOT NULL,
	"run_id" uuid,
	"cause" text NOT NULL,
	"proof_attempt_id" uuid,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "avoided_cause" CHECK (cause in ('recovery', 'resume', 'wake', 'repeated_ask'))
);
--> statement-breakpoint
CREATE TABLE "ledger"."destination" (
	"name" text PRIMARY KEY NOT NULL,
	"declaration" jsonb NOT NULL,
	"declared_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger"."evidence" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"ordinal" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ledger"."evidence_ordinal_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"action_id" uuid NOT NULL,
	"attempt_id" uuid,
	"kind" text NOT NULL,
	"says" text NOT NULL,
	"by" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "evidence_kind" CHECK (kind in ('report', 'late_report', 'fence', 'deadline', 'exit_seen', 'probe', 'person'))
);
--> statement-breakpoint
CREATE TABLE "ledger"."fence" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"token" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger"."outbox" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"delivered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "ledger"."probe" (
	"id" uuid PRIMARY KEY NOT NULL,
	"action_id" uuid NOT NULL,
	"destination" text NOT NULL,
	"asked_by" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"not_before" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"worker_id" uuid,
	"taken_until" timestamp with time zone,
	"result" text,
	"found_count" integer,
	"detail" text,
	"finished_at" timestamp with time zone,
	CONSTRAINT "probe_state" CHECK (state in ('queued', 'running', 'done', 'failed')),
	CONSTRAINT "probe_result" CHECK ((result is not null) = (state = 'done'))
);
--> statement-breakpoint
CREATE TABLE "ledger"."secret" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ops"."command" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"object_kind" text NOT NULL,
	"object_id" uuid NOT NULL,
	"by" text NOT NULL,
	"role" text NOT NULL,
	"reason" text,
	"shown" json,
	"before" json,
	"after" json,
	"state" text NOT NULL,
	"answer" json,
	"observed" text,
	"at" timestamp with time zone NOT NULL,
	"observed_at" timestamp with time zone,
	CONSTRAINT "command_state" CHECK (state in ('accepted', 'applied', 'no_effect', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "ops"."mark" (
	"name" text PRIMARY KEY NOT NULL,
	"value" json NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ledger"."attempt" ADD CONSTRAINT "attempt_action_id_action_id_fk" FOREIGN KEY ("action_id") REFERENCES "ledger"."action"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger"."avoided" ADD CONSTRAINT "avoided_action_id_action_id_fk" FOREIGN KEY ("action_id") REFERENCES "ledger"."action"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger"."evidence" ADD CONSTRAINT "evidence_action_id_action_id_fk" FOREIGN KEY ("action_id") REFERENCES "ledger"."action"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger"."probe" ADD CONSTRAINT "probe_action_id_action_id_fk" FOREIGN KEY ("action_id") REFERENCES "ledger"."action"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "checkpoint_number" ON "progress"."checkpoint" USING btree ("run_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "checkpoint_live" ON "progress"."checkpoint" USING btree ("step_id") WHERE superseded_by is null;--> statement-breakpoint
CREATE UNIQUE INDEX "execution_number" ON "progress"."execution" USING btree ("run_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "execution_token" ON "progress"."execution" USING btree ("run_id","token");--> statement-breakpoint
CREATE INDEX "execution_by_time" ON "progress"."execution" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "journal_by_run" ON "progress"."journal" USING btree ("run_id","id");--> statement-breakpoint
CREATE INDEX "lease_held" ON "progress"."lease" USING btree ("run_id") WHERE worker_id is not null;--> statement-breakpoint
CREATE INDEX "progress_outbox_due" ON "progress"."outbox" USING btree ("next_try_at") WHERE delivered_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "run_logical" ON "progress"."run" USING btree ("workflow","logical_run_id");--> statement-breakpoint
CREATE INDEX "run_ready" ON "progress"."run" USING btree ("workflow","ready_at") WHERE ready_at is not null;--> statement-breakpoint
CREATE INDEX "run_by_state" ON "progress"."run" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "run_by_time" ON "progress"."run" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "run_by_subject" ON "progress"."run" USING btree ("subject");--> statement-breakpoint
CREATE UNIQUE INDEX "step_live" ON "progress"."step" USING btree ("run_id","name","occurrence") WHERE superseded_by is null;--> statement-breakpoint
CREATE INDEX "step_by_run" ON "progress"."step" USING btree ("run_id","ordinal");--> statement-breakpoint
CREATE UNIQUE INDEX "step_attempt_number" ON "progress"."step_attempt" USING btree ("step_id","number");--> statement-breakpoint
CREATE INDEX "step_attempt_by_run" ON "progress"."step_attempt" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "step_attempt_retries" ON "progress"."step_attempt" USING btree ("started_at") WHERE number > 1;--> statement-breakpoint
CREATE INDEX "validation_by_run" ON "progress"."validation" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "validation_by_step" ON "progress"."validation" USING btree ("step_id");--> statement-breakpoint
CREATE INDEX "validation_pending" ON "progress"."validation" USING btree ("deadline_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "validation_by_state" ON "progress"."validation" USING btree ("state","deadline_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "action_live" ON "ledger"."action" USING btree ("business_key") WHERE live;--> statement-breakpoint
CREATE UNIQUE INDEX "action_revision" ON "ledger"."action" USING btree ("business_key","revision");--> statement-breakpoint
CREATE INDEX "action_by_run" ON "ledger"."action" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "action_by_time" ON "ledger"."action" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "action_by_state" ON "ledger"."action" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "action_by_object" ON "ledger"."action" USING btree ("object");--> statement-breakpoint
CREATE UNIQUE INDEX "attempt_number" ON "ledger"."attempt" USING btree ("action_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "attempt_open" ON "ledger"."attempt" USING btree ("action_id") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "attempt_open_deadline" ON "ledger"."attempt" USING btree ("deadline_at") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "attempt_open_run" ON "ledger"."attempt" USING btree ("run_id","token") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "attempt_by_worker" ON "ledger"."attempt" USING btree ("worker_id") WHERE holder_ended_at is null;--> statement-breakpoint
CREATE INDEX "attempt_retries" ON "ledger"."attempt" USING btree ("ended_at") WHERE reason is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "avoided_once" ON "ledger"."avoided" USING btree ("action_id","execution_id");--> statement-breakpoint
CREATE INDEX "avoided_by_time" ON "ledger"."avoided" USING btree ("at");--> statement-breakpoint
CREATE INDEX "avoided_by_run" ON "ledger"."avoided" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "evidence_by_action" ON "ledger"."evidence" USING btree ("action_id","ordinal");--> statement-breakpoint
CREATE INDEX "ledger_outbox_due" ON "ledger"."outbox" USING btree ("next_try_at") WHERE delivered_at is null;--> statement-breakpoint
CREATE INDEX "probe_due" ON "ledger"."probe" USING btree ("not_before") WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "probe_one_at_a_time" ON "ledger"."probe" USING btree ("action_id") WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "command_by_object" ON "ops"."command" USING btree ("object_id","at");