ALTER TABLE "progress"."checkpoint" ADD COLUMN "purged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "progress"."run" ADD COLUMN "purged_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "run_over" ON "progress"."run" USING btree ("ended_at","id") WHERE ended_at is not null;--> statement-breakpoint
ALTER TABLE "progress"."checkpoint" ADD CONSTRAINT "checkpoint_purged" CHECK ((purged_at is null) = (body <> ''));--> statement-breakpoint
ALTER TABLE "progress"."run" ADD CONSTRAINT "run_purged_over" CHECK (purged_at is null or ended_at is not null);--> statement-breakpoint
ALTER TABLE "ledger"."action" ADD CONSTRAINT "action_purged" CHECK (purged_at is null or state in ('confirmed', 'refused', 'withdrawn'));