-- What was said is not rewritten, whoever asks: a right could be given back by the role that owns the tables, a trigger
-- refuses that role too. Rows about a run or an action leave with it, by retention; what was changed of an incident
-- never leaves.
CREATE FUNCTION "ops"."refuse_rewriting"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '%.% is append-only: % is refused', TG_TABLE_SCHEMA, TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER "evidence_append_only" BEFORE UPDATE ON "ledger"."evidence" FOR EACH STATEMENT EXECUTE FUNCTION "ops"."refuse_rewriting"();--> statement-breakpoint
CREATE TRIGGER "journal_append_only" BEFORE UPDATE ON "progress"."journal" FOR EACH STATEMENT EXECUTE FUNCTION "ops"."refuse_rewriting"();--> statement-breakpoint
CREATE TRIGGER "incident_change_append_only" BEFORE UPDATE OR DELETE ON "ops"."incident_change" FOR EACH STATEMENT EXECUTE FUNCTION "ops"."refuse_rewriting"();
