DROP INDEX "progress"."checkpoint_number";--> statement-breakpoint
CREATE UNIQUE INDEX "checkpoint_number" ON "progress"."checkpoint" USING btree ("run_id","number") WHERE parent_id is null;