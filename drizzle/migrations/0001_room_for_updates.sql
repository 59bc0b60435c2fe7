-- Rows that are updated soon after they are made find room on their own page.
alter table progress.lease set (fillfactor = 50);
alter table progress.step set (fillfactor = 80);
alter table progress.step_attempt set (fillfactor = 80);
alter table progress.execution set (fillfactor = 80);
