ALTER TABLE "ops"."command" ALTER COLUMN "object_id" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "ledger"."destination" ADD COLUMN "held_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ledger"."destination" ADD COLUMN "held_by" text;--> statement-breakpoint
ALTER TABLE "ledger"."destination" ADD COLUMN "held_reason" text;--> statement-breakpoint
ALTER TABLE "ledger"."destination" ADD CONSTRAINT "destination_hold" CHECK ((held_at is null) = (held_by is null) and (held_at is null) = (held_reason is null));