CREATE TABLE "ops"."message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event" text NOT NULL,
	"object_kind" text NOT NULL,
	"object_id" uuid NOT NULL,
	"occasion" text NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"given_up_at" timestamp with time zone,
	"error" text,
	CONSTRAINT "message_object" CHECK (object_kind in ('run', 'action', 'validation')),
	CONSTRAINT "message_end" CHECK (num_nonnulls(next_try_at, delivered_at, given_up_at) = 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "message_once" ON "ops"."message" USING btree ("object_id","event","occasion");--> statement-breakpoint
CREATE INDEX "message_due" ON "ops"."message" USING btree ("next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
CREATE INDEX "message_by_time" ON "ops"."message" USING btree ("at","id");