-- A made-up schema 2, for the contract test of migrations: a column with a value from other rows, a new
-- table filled from an old one, and a stricter check, for which SQLite needs a copy of the table.
ALTER TABLE run ADD COLUMN jobs INTEGER NOT NULL DEFAULT 0;
UPDATE run SET jobs = (SELECT count(*) FROM job WHERE job.run_id = run.id);

CREATE TABLE workflow (
  name     TEXT PRIMARY KEY,
  last_run TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO workflow (name, last_run) SELECT workflow, max(id) FROM run GROUP BY workflow;

ALTER TABLE server_key RENAME TO server_key_of_1;
CREATE TABLE server_key (
  id            TEXT PRIMARY KEY CHECK (id <> ''),
  fingerprint   TEXT NOT NULL,
  used_from     TEXT NOT NULL,
  registered_at TEXT NOT NULL
);
INSERT INTO server_key SELECT * FROM server_key_of_1;
DROP TABLE server_key_of_1;
