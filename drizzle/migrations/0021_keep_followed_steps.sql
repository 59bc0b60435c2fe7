CREATE TABLE "ops"."runbook_step" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"hash" text NOT NULL,
	"section" text,
	"text" text NOT NULL,
	"object_kind" text NOT NULL,
	"object_id" uuid NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"undone_by" text,
	"undone_at" timestamp with time zone,
	CONSTRAINT "runbook_step_object" CHECK (object_kind in ('run', 'action', 'incident')),
	CONSTRAINT "runbook_step_undone" CHECK ((undone_by is null) = (undone_at is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "runbook_step_once" ON "ops"."runbook_step" USING btree ("object_id","slug","hash") WHERE undone_at is null;--> statement-breakpoint
CREATE INDEX "runbook_step_by_object" ON "ops"."runbook_step" USING btree ("object_id","at");--> statement-breakpoint
CREATE INDEX "runbook_step_by_slug" ON "ops"."runbook_step" USING btree ("slug","at");