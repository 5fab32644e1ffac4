-- What is ready and what is due have tables of their own, which are as long as what waits; the
-- decisions of one commit are one entry of the journal; writing a row costs half.

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

-- States are checked by CASE. For an IN of more than two SQLite fills a table of its own with them,
-- each time that a row is written, which takes as long as all the rest of it.
ALTER TABLE run RENAME TO run_of_1;
ALTER TABLE job RENAME TO job_of_1;
ALTER TABLE attempt RENAME TO attempt_of_1;
ALTER TABLE lease RENAME TO lease_of_1;
ALTER TABLE step RENAME TO step_of_1;
ALTER TABLE member RENAME TO member_of_1;
ALTER TABLE agent RENAME TO agent_of_1;

CREATE TABLE run (
  id           TEXT PRIMARY KEY,
  number       INTEGER NOT NULL,
  run_attempt  INTEGER NOT NULL,            -- which try at the number, from 1
  retries      INTEGER NOT NULL,            -- how many of them were automatic, in this lineage
  opened_by    TEXT NOT NULL,               -- the run that opened the lineage; '' for that run itself
  workflow     TEXT NOT NULL,
  file         TEXT NOT NULL,
  event        TEXT NOT NULL,
  trigger_key  TEXT NOT NULL,               -- '' where the same trigger may make many runs
  repository   TEXT NOT NULL,
  commit_sha   TEXT NOT NULL,
  started_by   TEXT NOT NULL,
  owner        TEXT NOT NULL REFERENCES orchestrator (id),
  created_at   TEXT NOT NULL,
  state        TEXT NOT NULL CHECK (
                 CASE state WHEN 'created' THEN 1 WHEN 'planning' THEN 1 WHEN 'plan_failed' THEN 1
                   WHEN 'held' THEN 1 WHEN 'waiting' THEN 1 WHEN 'queued' THEN 1 WHEN 'running' THEN 1
                   WHEN 'recovering' THEN 1 WHEN 'cancelling' THEN 1 WHEN 'success' THEN 1
                   WHEN 'failed' THEN 1 WHEN 'timed_out' THEN 1 WHEN 'cancelled' THEN 1
                   WHEN 'skipped' THEN 1 ELSE 0 END),
  reason       TEXT NOT NULL,
  message      TEXT NOT NULL,
  since        TEXT NOT NULL,
  ended_at     TEXT,
  version      INTEGER NOT NULL,
  journal_seq  INTEGER NOT NULL,
  journal_hash TEXT NOT NULL,
  UNIQUE (number, run_attempt)
) WITHOUT ROWID;
INSERT INTO run SELECT * FROM run_of_1;

CREATE TABLE job (
  run_id   TEXT NOT NULL REFERENCES run (id),
  job      INTEGER NOT NULL,
  job_id   TEXT NOT NULL,
  name     TEXT NOT NULL,
  runs_on  TEXT NOT NULL,                   -- a JSON array of labels
  priority INTEGER NOT NULL,
  attempt  INTEGER NOT NULL,                -- the current one, whose state is the job's
  PRIMARY KEY (run_id, job)
) WITHOUT ROWID;
INSERT INTO job SELECT * FROM job_of_1;

CREATE TABLE attempt (
  run_id     TEXT NOT NULL,
  job        INTEGER NOT NULL,
  attempt    INTEGER NOT NULL,
  state      TEXT NOT NULL CHECK (
                 CASE state WHEN 'pending' THEN 1 WHEN 'held' THEN 1 WHEN 'waiting' THEN 1
                   WHEN 'queued' THEN 1 WHEN 'leased' THEN 1 WHEN 'starting' THEN 1 WHEN 'running' THEN 1
                   WHEN 'uploading' THEN 1 WHEN 'recovering' THEN 1 WHEN 'cancelling' THEN 1
                   WHEN 'success' THEN 1 WHEN 'failed' THEN 1 WHEN 'timed_out' THEN 1 WHEN 'lost' THEN 1
                   WHEN 'cancelled' THEN 1 WHEN 'skipped' THEN 1 ELSE 0 END),
  reason     TEXT NOT NULL,
  message    TEXT NOT NULL,
  since      TEXT NOT NULL,
  until      TEXT,                          -- when its timer or backoff is over
  started_at TEXT,
  ended_at   TEXT,
  PRIMARY KEY (run_id, job, attempt),
  FOREIGN KEY (run_id, job) REFERENCES job (run_id, job)
) WITHOUT ROWID;
INSERT INTO attempt SELECT * FROM attempt_of_1;

CREATE TABLE lease (
  run_id        TEXT NOT NULL,
  job           INTEGER NOT NULL,
  attempt       INTEGER NOT NULL,
  lease         INTEGER NOT NULL,
  agent         TEXT NOT NULL,
  agent_version INTEGER NOT NULL,           -- the agent's when it took it: the order of its leases
  state         TEXT NOT NULL CHECK (
                 CASE state WHEN 'granted' THEN 1 WHEN 'active' THEN 1 WHEN 'expired' THEN 1
                   WHEN 'revoked' THEN 1 WHEN 'completed' THEN 1 WHEN 'cancelled' THEN 1 ELSE 0 END),
  granted_at    TEXT NOT NULL,
  renewed_at    TEXT NOT NULL,              -- liveness, in no journal
  last_seq      INTEGER NOT NULL,           -- liveness, in no journal
  ended_at      TEXT CHECK ((ended_at IS NULL) = (state = 'granted' OR state = 'active')),
  PRIMARY KEY (run_id, job, attempt, lease),
  FOREIGN KEY (run_id, job, attempt) REFERENCES attempt (run_id, job, attempt)
) WITHOUT ROWID;
INSERT INTO lease SELECT * FROM lease_of_1;

CREATE TABLE step (
  run_id     TEXT NOT NULL,
  job        INTEGER NOT NULL,
  attempt    INTEGER NOT NULL,
  step       INTEGER NOT NULL,
  name       TEXT NOT NULL,
  step_type  TEXT NOT NULL CHECK (
                 CASE step_type WHEN 'step' THEN 1 WHEN 'hook:onCancel' THEN 1 WHEN 'hook:cleanup' THEN 1
                   WHEN 'hook:onSuccess' THEN 1 WHEN 'hook:onFailure' THEN 1 WHEN 'hook:beforeStep' THEN 1
                   WHEN 'hook:afterStep' THEN 1 ELSE 0 END),
  state      TEXT NOT NULL CHECK (
                 CASE state WHEN 'pending' THEN 1 WHEN 'running' THEN 1 WHEN 'retrying' THEN 1
                   WHEN 'cancelling' THEN 1 WHEN 'success' THEN 1 WHEN 'failed' THEN 1
                   WHEN 'cancelled' THEN 1 WHEN 'skipped' THEN 1 ELSE 0 END),
  tries      INTEGER NOT NULL,
  exit_code  INTEGER,
  ended_by   TEXT,
  message    TEXT NOT NULL,
  started_at TEXT,
  ended_at   TEXT,
  PRIMARY KEY (run_id, job, attempt, step),
  FOREIGN KEY (run_id, job, attempt) REFERENCES attempt (run_id, job, attempt)
) WITHOUT ROWID;
INSERT INTO step SELECT * FROM step_of_1;

CREATE TABLE member (
  group_key     TEXT NOT NULL REFERENCES concurrency_group (key),
  run_id        TEXT NOT NULL REFERENCES run (id),
  job           INTEGER NOT NULL,           -- -1 for the run itself
  attempt       INTEGER NOT NULL,
  run_number    INTEGER NOT NULL,
  arrival       INTEGER NOT NULL,
  max           INTEGER NOT NULL,
  state         TEXT NOT NULL CHECK (state IN ('waiting', 'placed')),
  superseded_by INTEGER NOT NULL,           -- 0 if nobody took its turn
  PRIMARY KEY (group_key, run_id, job),
  UNIQUE (group_key, arrival)
) WITHOUT ROWID;
INSERT INTO member SELECT * FROM member_of_1;

CREATE TABLE agent (
  id           TEXT PRIMARY KEY,
  name         TEXT NOT NULL,
  labels       TEXT NOT NULL,               -- a JSON array
  slots        INTEGER NOT NULL,
  standing     TEXT NOT NULL CHECK (
                 CASE standing WHEN 'ready' THEN 1 WHEN 'leaving' THEN 1 WHEN 'draining' THEN 1
                   WHEN 'draining_and_leaving' THEN 1 WHEN 'revoked' THEN 1 ELSE 0 END),
  ask_again_at TEXT NOT NULL,
  version      INTEGER NOT NULL,
  journal_seq  INTEGER NOT NULL,
  journal_hash TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO agent SELECT * FROM agent_of_1;

DROP TABLE step_of_1;
DROP TABLE lease_of_1;
DROP TABLE member_of_1;
DROP TABLE attempt_of_1;
DROP TABLE job_of_1;
DROP TABLE run_of_1;
DROP TABLE agent_of_1;
CREATE INDEX run_open ON run (owner) WHERE ended_at IS NULL;
CREATE INDEX run_of_commit ON run (repository, commit_sha) WHERE commit_sha <> '';
CREATE UNIQUE INDEX run_of_trigger ON run (trigger_key) WHERE trigger_key <> '';
CREATE INDEX member_of_run ON member (run_id);
-- At most one live lease an attempt, whatever the caller believes. One that is acknowledged stays
-- where it is in its indexes.
CREATE UNIQUE INDEX lease_live ON lease (run_id, job, attempt) WHERE ended_at IS NULL;
-- What an agent has now.
CREATE INDEX lease_of_agent ON lease (agent, agent_version) WHERE ended_at IS NULL;

-- With a row id: a table without one keeps long rows on pages of their own.
DROP VIEW transition;
DROP TRIGGER journal_is_never_rewritten;
DROP TRIGGER journal_is_never_shortened;
ALTER TABLE journal RENAME TO journal_of_1;
CREATE TABLE journal (
  aggregate    TEXT NOT NULL CHECK (
                 CASE aggregate WHEN 'run' THEN 1 WHEN 'group' THEN 1 WHEN 'breaker' THEN 1
                   WHEN 'agent' THEN 1 ELSE 0 END),
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
       coalesce(line.value ->> '$.reason', 'progress') AS reason,
       coalesce(line.value ->> '$.message', '') AS message,
       line.value ->> '$.actor'        AS actor,
       journal.at,
       line.value -> '$.data'          AS data,
       journal.commit_id
FROM journal, json_each(journal.transitions) AS line;

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
