DROP INDEX "progress"."decision_by_person";--> statement-breakpoint
CREATE INDEX "decision_by_validation" ON "progress"."decision" USING btree ("validation_id","by_id");