CREATE TABLE "auth"."key_request" (
	"key_id" uuid NOT NULL,
	"name" text NOT NULL,
	"fingerprint" text NOT NULL,
	"begun_at" timestamp with time zone NOT NULL,
	"answer" text,
	CONSTRAINT "key_request_key_id_name_pk" PRIMARY KEY("key_id","name")
);
--> statement-breakpoint
ALTER TABLE "auth"."key_request" ADD CONSTRAINT "key_request_key_id_api_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "auth"."api_key"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "key_request_by_time" ON "auth"."key_request" USING btree ("begun_at");