CREATE TABLE "ops"."stop_decision" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"execution" integer NOT NULL,
	"number" integer NOT NULL,
	"decided_as" text NOT NULL,
	"superseded_by" uuid,
	"by" text NOT NULL,
	"role" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "stop_decision_as" CHECK (decided_as in ('accepted', 'superseded', 'reopened')),
	CONSTRAINT "stop_decision_by_run" CHECK ((superseded_by is not null) = (decided_as = 'superseded')),
	CONSTRAINT "stop_decision_other_run" CHECK (superseded_by <> run_id)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "stop_decision_number" ON "ops"."stop_decision" USING btree ("run_id","number");