-- A made-up schema 2, for the contract test of migrations: a column with a value from other rows, a new
-- table filled from an old one, and a stricter check.
ALTER TABLE run ADD COLUMN jobs bigint NOT NULL DEFAULT 0;
UPDATE run SET jobs = (SELECT count(*) FROM job WHERE job.run_id = run.id);

CREATE TABLE workflow (
  name     text PRIMARY KEY,
  last_run text NOT NULL
);
INSERT INTO workflow (name, last_run) SELECT workflow, max(id) FROM run GROUP BY workflow;

ALTER TABLE server_key ADD CHECK (id <> '');
