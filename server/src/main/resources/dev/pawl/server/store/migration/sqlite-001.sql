-- Schema 1. Tables of the current state, the append-only journal, and the outbox of undelivered effects.
-- Times are UTC, ISO 8601, with milliseconds. The database checks states itself, in case a caller is wrong.
-- Checks use CASE: for an IN of more than two values SQLite fills a temporary table at every write, which
-- takes as long as the rest of the write.

-- The last number that was given to a run of each repository.
CREATE TABLE run_number (
  org        TEXT NOT NULL,
  repository TEXT NOT NULL,                 -- '' for runs of none, and for all runs of `pawl run`
  last       INTEGER NOT NULL,
  PRIMARY KEY (org, repository)
) WITHOUT ROWID;

-- A process that owns runs. While it lives it holds a lock on the file named after its id. The runs of a
-- server belong to 'server', whichever process serves them.
CREATE TABLE orchestrator (
  id         TEXT PRIMARY KEY,
  pid        INTEGER NOT NULL,
  started_at TEXT NOT NULL
);
INSERT INTO orchestrator (id, pid, started_at) VALUES ('server', 0, '1970-01-01T00:00:00.000Z');

-- Fingerprints of the keys that servers use for this store, and from when. All servers need these keys.
CREATE TABLE server_key (
  id            TEXT PRIMARY KEY,
  fingerprint   TEXT NOT NULL,
  used_from     TEXT NOT NULL,
  registered_at TEXT NOT NULL
);

CREATE TABLE run (
  id           TEXT PRIMARY KEY,            -- begins with the time, so that later runs have greater ones
  org          TEXT NOT NULL,
  number       INTEGER NOT NULL,            -- in its repository; shared by a run and its reruns
  run_attempt  INTEGER NOT NULL,            -- 1 for the first run of this number; reruns count up
  retries      INTEGER NOT NULL,            -- automatic reruns so far in this chain of reruns
  max_retries  INTEGER NOT NULL,            -- how many automatic reruns the workflow allows
  is_retried   INTEGER NOT NULL,            -- 1 if it has ended, and an automatic rerun follows
  opened_by    TEXT NOT NULL,               -- id of the run that began the chain; '' in that run itself
  workflow     TEXT NOT NULL,
  file         TEXT NOT NULL,
  event        TEXT NOT NULL,
  trigger_key  TEXT NOT NULL,               -- deduplicates triggers of an org; '' where a trigger may repeat
  repository   TEXT NOT NULL,
  branch       TEXT NOT NULL,               -- '' if it was started for none
  commit_sha   TEXT NOT NULL,               -- '' if it is not known
  forge        TEXT NOT NULL,               -- where its status is reported; '' if nowhere
  actor        TEXT NOT NULL,               -- who started it
  owner        TEXT NOT NULL REFERENCES orchestrator (id),
  created_at   TEXT NOT NULL,
  state        TEXT NOT NULL CHECK (
                 CASE state WHEN 'created' THEN 1 WHEN 'planning' THEN 1 WHEN 'plan_failed' THEN 1
                   WHEN 'held' THEN 1 WHEN 'waiting' THEN 1 WHEN 'queued' THEN 1 WHEN 'running' THEN 1
                   WHEN 'recovering' THEN 1 WHEN 'cancelling' THEN 1 WHEN 'success' THEN 1
                   WHEN 'failed' THEN 1 WHEN 'timed_out' THEN 1 WHEN 'cancelled' THEN 1
                   WHEN 'skipped' THEN 1 ELSE 0 END),
  phase        TEXT NOT NULL,               -- what the state means to people, in six words
  reason       TEXT NOT NULL,               -- why it is in this state, as a code
  message      TEXT NOT NULL,               -- why it is in this state, for people
  since        TEXT NOT NULL,               -- when it entered this state
  ended_at     TEXT,                        -- NULL while it is open
  due_at       TEXT,                        -- when it must be checked next, see below; NULL if it need not
  -- The head, as of when this row was written last: a commit that would change nothing else does not write the
  -- row. The view run_head has the head as it is now.
  version      INTEGER NOT NULL,            -- rises with every decision about it
  journal_seq  INTEGER NOT NULL,            -- sequence number of the last transition in its journal
  journal_hash TEXT NOT NULL,               -- hash of the last entry of its journal
  UNIQUE (org, number, repository, run_attempt)
) WITHOUT ROWID;
CREATE INDEX run_open ON run (owner) WHERE ended_at IS NULL;
-- Lists of runs: newest first, by any of these.
CREATE INDEX run_of_org ON run (org, id);
CREATE INDEX run_in_state ON run (org, state, id);
CREATE INDEX run_of_repository ON run (org, repository, id);
CREATE INDEX run_of_workflow ON run (org, workflow, id);
CREATE INDEX run_of_branch ON run (org, branch, id) WHERE branch <> '';
CREATE INDEX run_of_commit ON run (org, commit_sha, repository, number) WHERE commit_sha <> '';
CREATE INDEX run_of_event ON run (org, event, id);
CREATE INDEX run_of_actor ON run (org, actor, id);
-- Open runs are due, and ended ones that keep a place of a group. A deadline that moves later stays here until
-- it passes: then nothing is found to be due, and the next one is written. So heartbeats do not write it.
CREATE INDEX run_due ON run (due_at, id) WHERE due_at IS NOT NULL;
CREATE UNIQUE INDEX run_of_trigger ON run (org, trigger_key) WHERE trigger_key <> '';

-- The attempts of jobs, with the part of the plan that queries need (the whole plan is in the run's journal),
-- and with the lease under which an agent has or had the attempt.
CREATE TABLE attempt (
  run_id        TEXT NOT NULL REFERENCES run (id),
  job           INTEGER NOT NULL,           -- index in the plan, from 0
  attempt       INTEGER NOT NULL,           -- from 1
  is_current    INTEGER NOT NULL,           -- 1 if it is the last attempt of its job, whose state is the job's
  job_id        TEXT NOT NULL,              -- the job's id in the workflow
  name          TEXT NOT NULL,
  runs_on       TEXT NOT NULL,              -- labels, as a JSON array
  definition    TEXT NOT NULL,              -- digest of its steps and of the run's inputs; '' without a repository
  priority      INTEGER NOT NULL,
  has_group     INTEGER NOT NULL,           -- 1 if it has a group to join before it may start
  state         TEXT NOT NULL CHECK (
                  CASE state WHEN 'pending' THEN 1 WHEN 'held' THEN 1 WHEN 'waiting' THEN 1
                    WHEN 'queued' THEN 1 WHEN 'leased' THEN 1 WHEN 'starting' THEN 1 WHEN 'running' THEN 1
                    WHEN 'uploading' THEN 1 WHEN 'recovering' THEN 1 WHEN 'cancelling' THEN 1
                    WHEN 'success' THEN 1 WHEN 'failed' THEN 1 WHEN 'timed_out' THEN 1 WHEN 'lost' THEN 1
                    WHEN 'cancelled' THEN 1 WHEN 'skipped' THEN 1 ELSE 0 END),
  reason        TEXT NOT NULL,
  message       TEXT NOT NULL,
  evidence      TEXT,                       -- rule and line by which a failure was classified, as JSON
  tolerated     INTEGER NOT NULL DEFAULT 0, -- 1 if it failed, and `continue-on-error` of the job tolerates that
  since         TEXT NOT NULL,
  until         TEXT,                       -- when its wait timer or retry backoff ends
  is_queued     INTEGER NOT NULL,           -- 1 while it waits for an agent
  queued_at     TEXT,                       -- when it was queued last
  started_at    TEXT,
  ended_at      TEXT,
  lease         INTEGER NOT NULL,           -- number of its last lease, from 1; 0 if it had none
  is_leased     INTEGER NOT NULL CHECK (
                  is_leased = CASE lease_state WHEN 'granted' THEN 1 WHEN 'active' THEN 1 ELSE 0 END),
  lease_state   TEXT NOT NULL CHECK (
                  CASE lease_state WHEN '' THEN 1 WHEN 'granted' THEN 1 WHEN 'active' THEN 1 WHEN 'expired' THEN 1
                    WHEN 'revoked' THEN 1 WHEN 'completed' THEN 1 WHEN 'cancelled' THEN 1 ELSE 0 END),
  agent         TEXT NOT NULL,              -- that has or had it
  agent_version INTEGER NOT NULL,           -- the agent's version when it got the lease: orders its leases
  granted_at    TEXT,
  renewed_at    TEXT,                       -- last heartbeat; not in the journal
  last_seq      INTEGER NOT NULL,           -- last message number accepted under the lease; not in the journal
  PRIMARY KEY (run_id, job, attempt)
) WITHOUT ROWID;
-- The queue. Conditions are on is_queued and is_leased, so that other transitions move no index entry.
CREATE INDEX attempt_queued ON attempt (queued_at, run_id, job, attempt) WHERE is_queued = 1;
-- The live leases of an agent.
CREATE INDEX attempt_of_agent ON attempt (agent, agent_version) WHERE is_leased = 1;

-- Jobs as their last attempts have them.
CREATE VIEW job AS
SELECT run_id, job, job_id, name, runs_on, state, reason, message, since, started_at, ended_at, attempt, agent
FROM attempt WHERE is_current = 1;

-- The last lease of each attempt that had one; earlier ones are in the journal.
CREATE VIEW lease AS
SELECT run_id, job, attempt, lease, lease_state AS state, agent, granted_at, renewed_at, last_seq
FROM attempt WHERE lease > 0;

-- A step has a row from its start on, or when it is skipped.
CREATE TABLE step (
  run_id     TEXT NOT NULL,
  job        INTEGER NOT NULL,
  attempt    INTEGER NOT NULL,
  step       INTEGER NOT NULL,              -- index in the job, from 0; hooks come after the steps
  name       TEXT NOT NULL,
  step_type  TEXT NOT NULL CHECK (
                 CASE step_type WHEN 'step' THEN 1 WHEN 'hook:onCancel' THEN 1 WHEN 'hook:cleanup' THEN 1
                   WHEN 'hook:onSuccess' THEN 1 WHEN 'hook:onFailure' THEN 1 WHEN 'hook:beforeStep' THEN 1
                   WHEN 'hook:afterStep' THEN 1 ELSE 0 END),
  state      TEXT NOT NULL CHECK (
                 CASE state WHEN 'pending' THEN 1 WHEN 'running' THEN 1 WHEN 'retrying' THEN 1
                   WHEN 'cancelling' THEN 1 WHEN 'success' THEN 1 WHEN 'failed' THEN 1
                   WHEN 'cancelled' THEN 1 WHEN 'skipped' THEN 1 ELSE 0 END),
  tries      INTEGER NOT NULL,              -- how often it was started
  exit_code  INTEGER,
  ended_by   TEXT,                          -- what ended it: its process, a timeout, a cancellation
  message    TEXT NOT NULL,
  source     TEXT NOT NULL DEFAULT '',      -- where a failed step is defined, as file:line:column
  tolerated  INTEGER NOT NULL DEFAULT 0,    -- 1 if it failed, and its `continue-on-error` tolerates that
  started_at TEXT,
  ended_at   TEXT,
  PRIMARY KEY (run_id, job, attempt, step),
  FOREIGN KEY (run_id, job, attempt) REFERENCES attempt (run_id, job, attempt)
) WITHOUT ROWID;

CREATE TABLE concurrency_group (
  key          TEXT PRIMARY KEY,            -- ORG:REPOSITORY#NAME
  arrivals     INTEGER NOT NULL,            -- how many members ever joined
  version      INTEGER NOT NULL,
  journal_seq  INTEGER NOT NULL,
  journal_hash TEXT NOT NULL
) WITHOUT ROWID;

-- A run or job that holds a place in a group or waits for one. Places are counted from these rows.
CREATE TABLE member (
  group_key     TEXT NOT NULL REFERENCES concurrency_group (key),
  run_id        TEXT NOT NULL REFERENCES run (id),
  job           INTEGER NOT NULL,           -- index of the job; -1 if the run itself is the member
  attempt       INTEGER NOT NULL,
  repository    TEXT NOT NULL,              -- of the run
  run_number    INTEGER NOT NULL,
  arrival       INTEGER NOT NULL,           -- order of joining
  max           INTEGER NOT NULL,           -- most holders that it accepts, itself included
  state         TEXT NOT NULL CHECK (state IN ('waiting', 'placed')),
  superseded_by INTEGER NOT NULL,           -- number of the newer run that replaces it; 0 if none does
  PRIMARY KEY (group_key, run_id, job),
  UNIQUE (group_key, arrival)
) WITHOUT ROWID;
CREATE INDEX member_of_run ON member (run_id);

CREATE TABLE breaker (
  key          TEXT PRIMARY KEY,            -- ORG:TOOL
  state        TEXT NOT NULL CHECK (state IN ('closed', 'open', 'half_open')),
  since        TEXT NOT NULL,
  failures     INTEGER NOT NULL,
  successes    INTEGER NOT NULL,
  probe        TEXT,                        -- the attempt that probes the tool, as JSON
  profile      TEXT NOT NULL,               -- the tool's settings, as JSON
  version      INTEGER NOT NULL,
  journal_seq  INTEGER NOT NULL,
  journal_hash TEXT NOT NULL
) WITHOUT ROWID;

-- The version counts every commit that touches the agent. Its journal has fewer entries: leases are in the runs' journals.
CREATE TABLE agent (
  id           TEXT PRIMARY KEY,
  org          TEXT NOT NULL,               -- whose jobs it executes
  name         TEXT NOT NULL,
  labels       TEXT NOT NULL,               -- as a JSON array
  slots        INTEGER NOT NULL,            -- how many jobs it runs at once
  standing     TEXT NOT NULL CHECK (
                 CASE standing WHEN 'ready' THEN 1 WHEN 'leaving' THEN 1 WHEN 'draining' THEN 1
                   WHEN 'draining_and_leaving' THEN 1 WHEN 'revoked' THEN 1 ELSE 0 END),
  ask_again_at TEXT NOT NULL,               -- after it refused a lease: no new lease before this time
  version      INTEGER NOT NULL,
  journal_seq  INTEGER NOT NULL,
  journal_hash TEXT NOT NULL
) WITHOUT ROWID;

-- One entry a commit and aggregate. The view transition shows one row a transition, the view change one row
-- an entry. The table has row ids, because a table without them keeps long rows on overflow pages.
CREATE TABLE journal (
  number       INTEGER PRIMARY KEY AUTOINCREMENT, -- rises with every entry; never used again
  aggregate    TEXT NOT NULL CHECK (
                 CASE aggregate WHEN 'run' THEN 1 WHEN 'group' THEN 1 WHEN 'breaker' THEN 1
                   WHEN 'agent' THEN 1 ELSE 0 END),
  aggregate_id TEXT NOT NULL,
  seq          INTEGER NOT NULL,            -- sequence number of its first transition; they count without gaps
  last_seq     INTEGER NOT NULL,            -- sequence number of its last transition
  decisions    INTEGER NOT NULL,            -- how many decisions of the commit it records
  version      INTEGER NOT NULL,            -- of the aggregate after it; of an agent, at least
  commit_id    TEXT NOT NULL,
  at           TEXT NOT NULL,
  hash         TEXT NOT NULL,               -- SHA-256 over this entry and the hash of the one before
  transitions  TEXT NOT NULL                -- as a JSON array; last, because it is long
);
-- Also rejects the second of two commits that were decided by the same version.
CREATE UNIQUE INDEX journal_in_order ON journal (aggregate, aggregate_id, seq);

-- The version of each run and the end of its journal: as the last entry has them, if it is behind the row.
-- A version of the row that is ahead of its journal stays visible.
CREATE VIEW run_head AS
SELECT run.id,
       coalesce(max(last.version, run.version), run.version) AS version,
       coalesce(last.last_seq, run.journal_seq) AS journal_seq,
       coalesce(last.hash, run.journal_hash)    AS journal_hash,
       run.due_at
FROM run LEFT JOIN journal AS last
  ON last.aggregate = 'run' AND last.aggregate_id = run.id
 AND last.seq = (SELECT max(seq) FROM journal WHERE aggregate = 'run' AND aggregate_id = run.id)
 AND last.seq > run.journal_seq;

CREATE VIEW transition AS
SELECT journal.aggregate,
       journal.aggregate_id,
       journal.seq + line.key          AS seq,
       line.value ->> '$.machine'      AS machine,
       line.value ->> '$.entity'       AS entity,
       line.value ->> '$.from'         AS "from",
       line.value ->> '$.event'        AS event,
       line.value ->> '$.to'           AS "to",
       coalesce(line.value ->> '$.cause.reason.code', 'progress') AS reason,
       coalesce(line.value ->> '$.message', line.value ->> '$.cause.reason.message', '') AS message,
       line.value ->> '$.actor'        AS actor,
       journal.at,
       line.value -> '$.cause'         AS data,
       journal.commit_id,
       journal.seq                     AS entry
FROM journal, json_each(journal.transitions) AS line;

-- What has changed, in the order of the commits. A reader that continues after the last number it has seen
-- misses nothing.
CREATE VIEW change AS
SELECT number, aggregate, aggregate_id, seq, at, transitions,
       CASE aggregate
         WHEN 'run' THEN (SELECT org FROM run WHERE id = aggregate_id)
         WHEN 'agent' THEN (SELECT org FROM agent WHERE id = aggregate_id)
         ELSE substr(aggregate_id, 1, instr(aggregate_id, ':') - 1)
       END AS org
FROM journal;

-- What remains of pruned data: where the pruned part of the journal ended, so that a copy kept
-- elsewhere can be verified. A pruned run or agent is gone. A group or breaker continues: its journal was
-- pruned up to a point where it was at rest, and goes on from there.
CREATE TABLE pruned (
  aggregate    TEXT NOT NULL,
  aggregate_id TEXT NOT NULL,
  org          TEXT NOT NULL DEFAULT '',    -- of a run or an agent; the key of others begins with it
  repository   TEXT NOT NULL DEFAULT '',    -- of a run
  number       INTEGER NOT NULL,            -- of a run; else 0
  state        TEXT NOT NULL,               -- the last state
  ended_at     TEXT NOT NULL,
  journal_seq  INTEGER NOT NULL,            -- sequence number of the last pruned transition
  journal_hash TEXT NOT NULL,               -- hash of the last pruned entry
  pruned_at    TEXT NOT NULL,
  snapshot     TEXT NOT NULL DEFAULT '',    -- the state at that point, as JSON; '' if nothing continues from it
  PRIMARY KEY (aggregate, aggregate_id)
) WITHOUT ROWID;

CREATE TRIGGER journal_is_never_rewritten BEFORE UPDATE ON journal
BEGIN SELECT raise(ABORT, 'the journal is never rewritten'); END;
CREATE TRIGGER journal_is_never_shortened BEFORE DELETE ON journal
WHEN NOT EXISTS (
  SELECT 1 FROM pruned
  WHERE aggregate = OLD.aggregate AND aggregate_id = OLD.aggregate_id AND OLD.seq <= journal_seq
)
BEGIN SELECT raise(ABORT, 'the journal is never rewritten'); END;

-- The outbox: effects are committed with the decision that causes them and deleted once delivered. Ids are
-- never reused, so a reader that continues after the last id it has seen misses none.
CREATE TABLE effect (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  aggregate    TEXT NOT NULL,
  aggregate_id TEXT NOT NULL,
  target       TEXT NOT NULL DEFAULT '',               -- id of another run that is to decide about it; '' if none is
  kind         TEXT NOT NULL,
  body         TEXT NOT NULL,               -- as JSON
  at           TEXT NOT NULL
);

-- What another process asks of the process that owns a run, for example to cancel it. The owner decides,
-- and answers in the same row. Who asked deletes the row.
CREATE TABLE request (
  id          TEXT PRIMARY KEY,
  run_id      TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  command     TEXT NOT NULL,                -- the command for the engine, as JSON
  at          TEXT NOT NULL,
  outcome     TEXT CHECK (outcome IS NULL OR outcome = 'accepted' OR outcome = 'late' OR outcome = 'refused'),
  message     TEXT                          -- why it is late or refused
) WITHOUT ROWID;
CREATE INDEX request_open ON request (run_id) WHERE outcome IS NULL;

-- The options of `pawl run` by which a run, its retries and its reruns are executed. No secrets: only where
-- they are read from.
CREATE TABLE local_options (
  number  INTEGER PRIMARY KEY,              -- of the run
  options TEXT NOT NULL                     -- as JSON
);

-- Open runs about which nothing is decided, because a decision about them has failed or their journal is
-- corrupt, until they are ended by force or released. The row of a run that has ended stays until the run is
-- pruned, so that the doctor finds it. The next quarantine marks it, so that orchestrators read it no more.
CREATE TABLE quarantine (
  run_id       TEXT PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
  reason       TEXT NOT NULL,
  at           TEXT NOT NULL,
  orchestrator TEXT NOT NULL,               -- id of the one that has found it
  ended        INTEGER NOT NULL DEFAULT FALSE -- whether its run is known to have ended
) WITHOUT ROWID;
CREATE INDEX quarantine_open ON quarantine (at, run_id) WHERE NOT ended;

-- Isolated from each other: runs, agents, groups, tools and tokens belong to one.
CREATE TABLE org (
  id         TEXT PRIMARY KEY,
  created_at TEXT NOT NULL,
  created_by TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO org (id, created_at, created_by) VALUES ('default', '1970-01-01T00:00:00.000Z', 'orchestrator');

-- Tokens of agents and people. Only their hashes are stored.
CREATE TABLE token (
  id         TEXT PRIMARY KEY,
  kind       TEXT NOT NULL CHECK (kind IN ('agent', 'user', 'enrolment')),
  org        TEXT NOT NULL REFERENCES org (id),
  name       TEXT NOT NULL,                 -- of the agent or the person
  labels     TEXT NOT NULL,                 -- labels that its agent may use, as a JSON array; empty for any
  role       TEXT NOT NULL,                 -- what a person may do; '' for agents
  teams      TEXT NOT NULL,                 -- teams of a person, as a JSON array
  hash       TEXT NOT NULL,                 -- SHA-256, hexadecimal
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT,
  used_at    TEXT,                          -- when an enrolment token was exchanged, which works once; else the last use, to the hour
  revoked_at TEXT
) WITHOUT ROWID;

-- Sessions of browsers, each with the rights of a token.
CREATE TABLE session (
  hash       TEXT PRIMARY KEY,              -- SHA-256 of the cookie, hexadecimal
  token      TEXT NOT NULL REFERENCES token (id) ON DELETE CASCADE,
  expires_at TEXT NOT NULL
) WITHOUT ROWID;

-- Answers to requests with an Idempotency-Key. The answer of a request that changed something was written by
-- the commit that changed it.
CREATE TABLE idempotency_key (
  token      TEXT NOT NULL,
  route      TEXT NOT NULL,                 -- method and path
  key        TEXT NOT NULL,
  request    TEXT NOT NULL,                 -- SHA-256 of the body, hexadecimal
  claim      TEXT NOT NULL,                 -- of the request that is being worked on; '' once it is answered
  status     INTEGER NOT NULL,              -- of the answer; 0 while there is none
  answer     TEXT NOT NULL,
  at         TEXT NOT NULL,
  PRIMARY KEY (token, route, key)
) WITHOUT ROWID;
CREATE INDEX idempotency_key_age ON idempotency_key (at);

-- The process that speaks for an agent: one at a time, also if its token was copied to another machine.
CREATE TABLE agent_instance (
  agent    TEXT PRIMARY KEY,
  instance TEXT NOT NULL,                   -- of the working directory
  process  TEXT NOT NULL,                   -- another one at each start
  host     TEXT NOT NULL,
  address  TEXT NOT NULL,
  since    TEXT NOT NULL,
  heard_at TEXT NOT NULL
) WITHOUT ROWID;
