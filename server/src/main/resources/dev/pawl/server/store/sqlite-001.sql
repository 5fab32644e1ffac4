-- The state as it is, the journal of how it came to be, and what the world is still to be told.
-- Times are UTC, ISO 8601. States are checked here too, against a buggy caller.

CREATE TABLE counter (
  name  TEXT PRIMARY KEY,
  value INTEGER NOT NULL
);
INSERT INTO counter (name, value) VALUES ('run', 0);

-- A process that owns runs. While it lives it holds a lock on the file of its id.
CREATE TABLE orchestrator (
  id         TEXT PRIMARY KEY,
  pid        INTEGER NOT NULL,
  started_at TEXT NOT NULL
);

CREATE TABLE run (
  id           TEXT PRIMARY KEY,
  number       INTEGER NOT NULL UNIQUE,
  workflow     TEXT NOT NULL,
  file         TEXT NOT NULL,
  event        TEXT NOT NULL,
  started_by   TEXT NOT NULL,
  owner        TEXT NOT NULL REFERENCES orchestrator (id),
  created_at   TEXT NOT NULL,
  state        TEXT NOT NULL CHECK (state IN ('created', 'planning', 'plan_failed', 'held', 'waiting', 'queued',
                 'running', 'recovering', 'cancelling', 'success', 'failed', 'timed_out', 'cancelled', 'skipped')),
  reason       TEXT NOT NULL,
  message      TEXT NOT NULL,
  since        TEXT NOT NULL,
  ended_at     TEXT,
  next_due     TEXT,
  version      INTEGER NOT NULL,
  journal_seq  INTEGER NOT NULL,
  journal_hash TEXT NOT NULL
);
CREATE INDEX run_open ON run (owner) WHERE ended_at IS NULL;

-- What the run will do. Written once.
CREATE TABLE plan (
  run_id TEXT PRIMARY KEY REFERENCES run (id),
  body   TEXT NOT NULL
);

CREATE TABLE attempt (
  run_id     TEXT NOT NULL REFERENCES run (id),
  job        INTEGER NOT NULL,
  attempt    INTEGER NOT NULL,
  job_id     TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('pending', 'held', 'waiting', 'queued', 'leased', 'starting', 'running',
               'uploading', 'recovering', 'cancelling', 'success', 'failed', 'timed_out', 'lost', 'cancelled', 'skipped')),
  reason     TEXT NOT NULL,
  message    TEXT NOT NULL,
  since      TEXT NOT NULL,
  started_at TEXT,
  ended_at   TEXT,
  PRIMARY KEY (run_id, job, attempt)
) WITHOUT ROWID;

CREATE TABLE lease (
  run_id     TEXT NOT NULL,
  job        INTEGER NOT NULL,
  attempt    INTEGER NOT NULL,
  lease      INTEGER NOT NULL,
  agent      TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('granted', 'active', 'expired', 'revoked', 'completed', 'cancelled')),
  granted_at TEXT NOT NULL,
  renewed_at TEXT NOT NULL,
  ended_at   TEXT,
  PRIMARY KEY (run_id, job, attempt, lease),
  FOREIGN KEY (run_id, job, attempt) REFERENCES attempt (run_id, job, attempt)
) WITHOUT ROWID;
-- At most one live lease an attempt, whatever the caller believes.
CREATE UNIQUE INDEX lease_live ON lease (run_id, job, attempt) WHERE state IN ('granted', 'active');

CREATE TABLE step (
  run_id     TEXT NOT NULL,
  job        INTEGER NOT NULL,
  attempt    INTEGER NOT NULL,
  step       INTEGER NOT NULL,
  name       TEXT NOT NULL,
  step_type  TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('pending', 'running', 'retrying', 'cancelling', 'success', 'failed',
               'cancelled', 'skipped')),
  exit_code  INTEGER,
  ended_by   TEXT,
  message    TEXT NOT NULL,
  started_at TEXT,
  ended_at   TEXT,
  PRIMARY KEY (run_id, job, attempt, step),
  FOREIGN KEY (run_id, job, attempt) REFERENCES attempt (run_id, job, attempt)
) WITHOUT ROWID;

-- One entry a decision, with its transitions as a JSON array; the view below shows one row each.
-- seq is that of the entry's first transition, so that transitions count without gaps.
CREATE TABLE journal (
  aggregate    TEXT NOT NULL,
  aggregate_id TEXT NOT NULL,
  seq          INTEGER NOT NULL,
  commit_id    TEXT NOT NULL,
  at           TEXT NOT NULL,
  transitions  TEXT NOT NULL,
  hash         TEXT NOT NULL,
  PRIMARY KEY (aggregate, aggregate_id, seq)
) WITHOUT ROWID;
CREATE TRIGGER journal_is_never_rewritten BEFORE UPDATE ON journal
BEGIN SELECT raise(ABORT, 'the journal is never rewritten'); END;
CREATE TRIGGER journal_is_never_shortened BEFORE DELETE ON journal
BEGIN SELECT raise(ABORT, 'the journal is never rewritten'); END;

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

-- What the world is to be told: committed with its cause, deleted once delivered.
CREATE TABLE effect (
  run_id  TEXT NOT NULL REFERENCES run (id),
  version INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  kind    TEXT NOT NULL,
  body    TEXT NOT NULL,
  PRIMARY KEY (run_id, version, ordinal)
) WITHOUT ROWID;
