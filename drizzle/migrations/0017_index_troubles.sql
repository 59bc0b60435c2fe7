ALTER TABLE "progress"."execution" ADD COLUMN "blocked_for" text;--> statement-breakpoint
CREATE INDEX "execution_blocked" ON "progress"."execution" USING btree ("ended_at") WHERE blocked_for is not null;--> statement-breakpoint
CREATE INDEX "action_contradicted" ON "ledger"."action" USING btree ("contradicted_at") WHERE contradicted_at is not null;--> statement-breakpoint
CREATE INDEX "attempt_unknown" ON "ledger"."attempt" USING btree ("ended_at") WHERE outcome = 'unknown';--> statement-breakpoint
CREATE INDEX "attempt_again" ON "ledger"."attempt" USING btree ("begun_at") WHERE number > 1;--> statement-breakpoint
CREATE INDEX "evidence_late" ON "ledger"."evidence" USING btree ("at") WHERE kind = 'late_report';--> statement-breakpoint
CREATE INDEX "near_miss_by_time" ON "ledger"."near_miss" USING btree ("at");