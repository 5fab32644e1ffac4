-- The state as it is, the journal of how it came to be, and what the world is still to be told.
-- Times are UTC, ISO 8601, with milliseconds. States are checked here too, against a buggy caller.

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
  state        TEXT NOT NULL CHECK (state IN ('created', 'planning', 'plan_failed', 'held', 'waiting', 'queued',
                 'running', 'recovering', 'cancelling', 'success', 'failed', 'timed_out', 'cancelled', 'skipped')),
  reason       TEXT NOT NULL,
  message      TEXT NOT NULL,
  since        TEXT NOT NULL,
  ended_at     TEXT,
  next_due     TEXT,
  version      INTEGER NOT NULL,
  journal_seq  INTEGER NOT NULL,
  journal_hash TEXT NOT NULL,
  UNIQUE (number, run_attempt)
);
CREATE INDEX run_open ON run (owner) WHERE ended_at IS NULL;
CREATE INDEX run_due ON run (next_due) WHERE next_due IS NOT NULL;
CREATE INDEX run_of_commit ON run (repository, commit_sha) WHERE commit_sha <> '';
CREATE UNIQUE INDEX run_of_trigger ON run (trigger_key) WHERE trigger_key <> '';

-- What the run will do is in its journal; this is what is asked about its jobs.
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

CREATE TABLE attempt (
  run_id     TEXT NOT NULL,
  job        INTEGER NOT NULL,
  attempt    INTEGER NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('pending', 'held', 'waiting', 'queued', 'leased', 'starting', 'running',
               'uploading', 'recovering', 'cancelling', 'success', 'failed', 'timed_out', 'lost', 'cancelled', 'skipped')),
  reason     TEXT NOT NULL,
  message    TEXT NOT NULL,
  since      TEXT NOT NULL,
  until      TEXT,                          -- when its timer or backoff is over
  started_at TEXT,
  ended_at   TEXT,
  PRIMARY KEY (run_id, job, attempt),
  FOREIGN KEY (run_id, job) REFERENCES job (run_id, job)
) WITHOUT ROWID;
CREATE INDEX attempt_ready ON attempt (since) WHERE state = 'queued';

CREATE TABLE lease (
  run_id        TEXT NOT NULL,
  job           INTEGER NOT NULL,
  attempt       INTEGER NOT NULL,
  lease         INTEGER NOT NULL,
  agent         TEXT NOT NULL,
  agent_version INTEGER NOT NULL,           -- the agent's when it took it: the order of its leases
  state         TEXT NOT NULL CHECK (state IN ('granted', 'active', 'expired', 'revoked', 'completed', 'cancelled')),
  granted_at    TEXT NOT NULL,
  renewed_at    TEXT NOT NULL,              -- liveness, in no journal
  last_seq      INTEGER NOT NULL,           -- liveness, in no journal
  ended_at      TEXT,
  PRIMARY KEY (run_id, job, attempt, lease),
  FOREIGN KEY (run_id, job, attempt) REFERENCES attempt (run_id, job, attempt)
) WITHOUT ROWID;
-- At most one live lease an attempt, whatever the caller believes.
CREATE UNIQUE INDEX lease_live ON lease (run_id, job, attempt) WHERE state IN ('granted', 'active');
-- What an agent has now.
CREATE INDEX lease_of_agent ON lease (agent, agent_version) WHERE state IN ('granted', 'active');

CREATE TABLE step (
  run_id     TEXT NOT NULL,
  job        INTEGER NOT NULL,
  attempt    INTEGER NOT NULL,
  step       INTEGER NOT NULL,
  name       TEXT NOT NULL,
  step_type  TEXT NOT NULL CHECK (step_type IN ('step', 'hook:onCancel', 'hook:cleanup', 'hook:onSuccess',
               'hook:onFailure', 'hook:beforeStep', 'hook:afterStep')),
  state      TEXT NOT NULL CHECK (state IN ('pending', 'running', 'retrying', 'cancelling', 'success', 'failed',
               'cancelled', 'skipped')),
  tries      INTEGER NOT NULL,
  exit_code  INTEGER,
  ended_by   TEXT,
  message    TEXT NOT NULL,
  started_at TEXT,
  ended_at   TEXT,
  PRIMARY KEY (run_id, job, attempt, step),
  FOREIGN KEY (run_id, job, attempt) REFERENCES attempt (run_id, job, attempt)
) WITHOUT ROWID;

CREATE TABLE concurrency_group (
  key          TEXT PRIMARY KEY,
  arrivals     INTEGER NOT NULL,
  version      INTEGER NOT NULL,
  journal_seq  INTEGER NOT NULL,
  journal_hash TEXT NOT NULL
) WITHOUT ROWID;

-- Who holds a place in a group, or waits for one. There is no counter that could leak.
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
CREATE INDEX member_of_run ON member (run_id);

CREATE TABLE breaker (
  tool         TEXT PRIMARY KEY,
  state        TEXT NOT NULL CHECK (state IN ('closed', 'open', 'half_open')),
  since        TEXT NOT NULL,
  failures     INTEGER NOT NULL,
  successes    INTEGER NOT NULL,
  probe        TEXT,                        -- who tries the tool, as JSON
  profile      TEXT NOT NULL,               -- as JSON
  version      INTEGER NOT NULL,
  journal_seq  INTEGER NOT NULL,
  journal_hash TEXT NOT NULL
) WITHOUT ROWID;

-- Its version counts commits that touched it; its journal has fewer, because leases are the runs'.
CREATE TABLE agent (
  id           TEXT PRIMARY KEY,
  name         TEXT NOT NULL,
  labels       TEXT NOT NULL,               -- a JSON array
  slots        INTEGER NOT NULL,
  standing     TEXT NOT NULL
    CHECK (standing IN ('ready', 'leaving', 'draining', 'draining_and_leaving', 'revoked')),
  ask_again_at TEXT NOT NULL,
  version      INTEGER NOT NULL,
  journal_seq  INTEGER NOT NULL,
  journal_hash TEXT NOT NULL
) WITHOUT ROWID;

-- One entry a decision and aggregate, with its transitions as a JSON array; the view below shows one
-- row each. seq is that of the entry's first transition, so that transitions count without gaps.
CREATE TABLE journal (
  aggregate    TEXT NOT NULL CHECK (aggregate IN ('run', 'group', 'breaker', 'agent')),
  aggregate_id TEXT NOT NULL,
  seq          INTEGER NOT NULL,
  commit_id    TEXT NOT NULL,
  at           TEXT NOT NULL,
  transitions  TEXT NOT NULL,
  hash         TEXT NOT NULL,
  PRIMARY KEY (aggregate, aggregate_id, seq)
) WITHOUT ROWID;
CREATE INDEX journal_commit ON journal (commit_id);
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

-- What the world is to be told: committed with its cause, deleted once delivered. Ids are never
-- given twice, so that whoever has read up to one finds all that came after it.
CREATE TABLE effect (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  aggregate    TEXT NOT NULL,
  aggregate_id TEXT NOT NULL,
  kind         TEXT NOT NULL,
  body         TEXT NOT NULL,
  at           TEXT NOT NULL
);
