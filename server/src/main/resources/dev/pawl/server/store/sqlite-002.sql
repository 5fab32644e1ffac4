-- What is ready and what is due have tables of their own, which are as long as what waits, and the
-- decisions of one commit are one entry of the journal.

CREATE TABLE ready (
  run_id     TEXT NOT NULL,
  job        INTEGER NOT NULL,
  attempt    INTEGER NOT NULL,
  since      TEXT NOT NULL,
  repository TEXT NOT NULL,
  owner      TEXT NOT NULL,
  priority   INTEGER NOT NULL,
  runs_on    TEXT NOT NULL,                 -- a JSON array of labels
  PRIMARY KEY (run_id, job, attempt),
  FOREIGN KEY (run_id, job, attempt) REFERENCES attempt (run_id, job, attempt)
) WITHOUT ROWID;
CREATE INDEX ready_in_order ON ready (since, run_id, job, attempt);
INSERT INTO ready (run_id, job, attempt, since, repository, owner, priority, runs_on)
SELECT attempt.run_id, attempt.job, attempt.attempt, attempt.since, run.repository, run.owner, job.priority, job.runs_on
FROM attempt
JOIN job ON job.run_id = attempt.run_id AND job.job = attempt.job
JOIN run ON run.id = attempt.run_id
WHERE attempt.state = 'queued';
DROP INDEX attempt_ready;

-- When a run is to be looked at next, whatever happens or does not.
CREATE TABLE due (
  run_id TEXT PRIMARY KEY REFERENCES run (id),
  at     TEXT NOT NULL,
  owner  TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX due_in_order ON due (at, run_id);
INSERT INTO due (run_id, at, owner) SELECT id, next_due, owner FROM run WHERE next_due IS NOT NULL;
DROP INDEX run_due;
ALTER TABLE run DROP COLUMN next_due;

ALTER TABLE journal ADD COLUMN decisions INTEGER NOT NULL DEFAULT 1;
DROP INDEX journal_commit;

-- What is left of a run that was pruned: where its journal ended, so that a copy of it kept elsewhere
-- can be told from a forged one.
CREATE TABLE sealed (
  aggregate    TEXT NOT NULL,
  aggregate_id TEXT NOT NULL,
  number       INTEGER NOT NULL,
  state        TEXT NOT NULL,
  ended_at     TEXT NOT NULL,
  journal_seq  INTEGER NOT NULL,
  journal_hash TEXT NOT NULL,
  sealed_at    TEXT NOT NULL,
  PRIMARY KEY (aggregate, aggregate_id)
) WITHOUT ROWID;
DROP TRIGGER journal_is_never_shortened;
CREATE TRIGGER journal_is_never_shortened BEFORE DELETE ON journal
WHEN NOT EXISTS (SELECT 1 FROM sealed WHERE aggregate = OLD.aggregate AND aggregate_id = OLD.aggregate_id)
BEGIN SELECT raise(ABORT, 'the journal is never rewritten'); END;
