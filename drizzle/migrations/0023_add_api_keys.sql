CREATE TABLE "auth"."api_key" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"workflows" text[],
	"destinations" text[],
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"revoked_by" text,
	"replaced_by" uuid,
	CONSTRAINT "api_key_hash_unique" UNIQUE("hash"),
	CONSTRAINT "api_key_scopes" CHECK (scopes <@ '{worker,guard,read}' and cardinality(scopes) > 0),
	CONSTRAINT "api_key_revoked" CHECK ((revoked_at is null) = (revoked_by is null))
);
