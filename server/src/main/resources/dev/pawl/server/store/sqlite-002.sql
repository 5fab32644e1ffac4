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
  PRIMARY KEY (run_id, job, attempt)
) WITHOUT ROWID;
CREATE INDEX ready_in_order ON ready (since, run_id, job, attempt);
INSERT INTO ready (run_id, job, attempt, since, repository, owner, priority, runs_on)
SELECT attempt.run_id, attempt.job, attempt.attempt, attempt.since, run.repository, run.owner, job.priority, job.runs_on
FROM attempt
JOIN job ON job.run_id = attempt.run_id AND job.job = attempt.job
JOIN run ON run.id = attempt.run_id
WHERE attempt.state = 'queued';
DROP INDEX attempt_ready;

-- When a run is to be looked at next, whatever happens or does not. A deadline that moved away is left
-- where it was until it comes: then it is found that nothing is due, and the next one is written.
CREATE TABLE due (
  run_id TEXT PRIMARY KEY,
  at     TEXT NOT NULL,
  owner  TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX due_in_order ON due (at, run_id);
INSERT INTO due (run_id, at, owner) SELECT id, next_due, owner FROM run WHERE next_due IS NOT NULL;
DROP INDEX run_due;
ALTER TABLE run DROP COLUMN next_due;

-- With a row id: a table without one keeps long rows on pages of their own.
DROP VIEW transition;
DROP TRIGGER journal_is_never_rewritten;
DROP TRIGGER journal_is_never_shortened;
ALTER TABLE journal RENAME TO journal_of_1;
CREATE TABLE journal (
  aggregate    TEXT NOT NULL CHECK (aggregate IN ('run', 'group', 'breaker', 'agent')),
  aggregate_id TEXT NOT NULL,
  seq          INTEGER NOT NULL,
  decisions    INTEGER NOT NULL,            -- how many it tells: those of one commit are one entry
  commit_id    TEXT NOT NULL,
  at           TEXT NOT NULL,
  transitions  TEXT NOT NULL,
  hash         TEXT NOT NULL
);
CREATE UNIQUE INDEX journal_in_order ON journal (aggregate, aggregate_id, seq);
INSERT INTO journal (aggregate, aggregate_id, seq, decisions, commit_id, at, transitions, hash)
SELECT aggregate, aggregate_id, seq, 1, commit_id, at, transitions, hash FROM journal_of_1;
DROP TABLE journal_of_1;
CREATE VIEW transition AS
SELECT journal.aggregate,
       journal.aggregate_id,
       journal.seq + line.key          AS seq,
       line.value ->> '$.machine'      AS machine,
       line.value ->> '$.entity'       AS entity,
       line.value ->> '$.from'         AS "from",
       line.value ->> '$.event'        AS event,
       line.value ->> '$.to'           AS "to",
       line.value ->> '$.reason'       AS reason,
       line.value ->> '$.message'      AS message,
       line.value ->> '$.actor'        AS actor,
       journal.at,
       line.value -> '$.data'          AS data,
       journal.commit_id
FROM journal, json_each(journal.transitions) AS line;

-- A lease that is acknowledged stays where it is in its indexes.
DROP INDEX lease_live;
DROP INDEX lease_of_agent;
CREATE UNIQUE INDEX lease_live ON lease (run_id, job, attempt) WHERE ended_at IS NULL;
CREATE INDEX lease_of_agent ON lease (agent, agent_version) WHERE ended_at IS NULL;

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
CREATE TRIGGER journal_is_never_rewritten BEFORE UPDATE ON journal
BEGIN SELECT raise(ABORT, 'the journal is never rewritten'); END;
CREATE TRIGGER journal_is_never_shortened BEFORE DELETE ON journal
WHEN NOT EXISTS (SELECT 1 FROM sealed WHERE aggregate = OLD.aggregate AND aggregate_id = OLD.aggregate_id)
BEGIN SELECT raise(ABORT, 'the journal is never rewritten'); END;
