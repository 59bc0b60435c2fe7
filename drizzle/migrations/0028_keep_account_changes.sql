CREATE TABLE "auth"."account_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"account_id" uuid NOT NULL,
	"account_name" text,
	"by_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"by_role" text NOT NULL,
	"asked" json,
	"before" json,
	"after" json,
	"reason" text,
	"refused" text,
	CONSTRAINT "account_change_refused" CHECK (refused is null or after is null)
);
--> statement-breakpoint
ALTER TABLE "auth"."session" ADD COLUMN "last_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "auth"."user" ADD COLUMN "disabled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "auth"."user" ADD COLUMN "last_seen_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "account_change_by_time" ON "auth"."account_change" USING btree ("at");--> statement-breakpoint
CREATE INDEX "account_change_by_account" ON "auth"."account_change" USING btree ("account_id","at");--> statement-breakpoint
CREATE TRIGGER "account_change_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "auth"."account_change" FOR EACH STATEMENT EXECUTE FUNCTION "ops"."refuse_rewriting"();
