-- A made-up schema 2, for the contract test of migrations: a column with a value from other rows, a new
-- table filled from an old one, and a stricter check, for which SQLite needs a copy of the table.
ALTER TABLE run ADD COLUMN jobs INTEGER NOT NULL DEFAULT 0;
UPDATE run SET jobs = (SELECT count(*) FROM job WHERE job.run_id = run.id);

CREATE TABLE workflow (
  name     TEXT PRIMARY KEY,
  last_run TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO workflow (name, last_run) SELECT workflow, max(id) FROM run GROUP BY workflow;

ALTER TABLE due RENAME TO due_of_1;
CREATE TABLE due (
  run_id TEXT PRIMARY KEY CHECK (run_id <> ''),
  at     TEXT NOT NULL,
  owner  TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO due SELECT * FROM due_of_1;
DROP TABLE due_of_1;
CREATE INDEX due_in_order ON due (at, run_id);
