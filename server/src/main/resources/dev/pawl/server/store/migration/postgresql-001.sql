-- Schema 1. Tables of the current state, the append-only journal, and the outbox of undelivered effects.
-- The database checks states itself, in case a caller is wrong. Keys sort by their bytes. Tables whose rows
-- are updated have a fill factor, and no index over the updated columns, so that updates stay on their page.
-- A journal entry stays in its row (toast_tuple_target).

-- The last number that was given to a run of each repository.
CREATE TABLE run_number (
  org        text COLLATE "C" NOT NULL,
  repository text COLLATE "C" NOT NULL,     -- '' for runs of none
  last       bigint NOT NULL,
  PRIMARY KEY (org, repository)
) WITH (fillfactor = 50);

-- The versions that this database was upgraded to; the greatest is the current one.
CREATE TABLE pawl_schema (
  version     integer PRIMARY KEY,
  upgraded_at timestamptz NOT NULL DEFAULT now()
);

-- Since when orchestrators have been running without a gap, and when one was last seen.
CREATE TABLE service (
  since   timestamptz NOT NULL,
  last_at timestamptz NOT NULL
);
INSERT INTO service (since, last_at) VALUES ('1970-01-01Z', '1970-01-01Z');

-- The running orchestrators, and when each was last seen.
CREATE TABLE presence (
  id      text COLLATE "C" PRIMARY KEY,
  last_at timestamptz NOT NULL
);

-- A process that owns runs. The runs of a server belong to 'server', whichever process serves them.
CREATE TABLE orchestrator (
  id         text COLLATE "C" PRIMARY KEY,
  pid        bigint NOT NULL,
  started_at timestamptz NOT NULL
);
INSERT INTO orchestrator (id, pid, started_at) VALUES ('server', 0, '1970-01-01Z');

-- Fingerprints of the keys that servers use for this store, and from when. All servers need these keys.
CREATE TABLE server_key (
  id            text COLLATE "C" PRIMARY KEY,
  fingerprint   text NOT NULL,
  used_from     timestamptz NOT NULL,
  registered_at timestamptz NOT NULL
);

CREATE TABLE run (
  id           text COLLATE "C" PRIMARY KEY, -- begins with the time, so that later runs have greater ones
  org          text COLLATE "C" NOT NULL,
  number       bigint NOT NULL,             -- in its repository; shared by a run and its reruns
  run_attempt  bigint NOT NULL,             -- 1 for the first run of this number; reruns count up
  retries      bigint NOT NULL,             -- automatic reruns so far in this chain of reruns
  max_retries  bigint NOT NULL,             -- how many automatic reruns the workflow allows
  is_retried   bigint NOT NULL,             -- 1 if it has ended, and an automatic rerun follows
  opened_by    text NOT NULL,               -- id of the run that began the chain; '' in that run itself
  workflow     text COLLATE "C" NOT NULL,
  file         text NOT NULL,
  event        text COLLATE "C" NOT NULL,
  trigger_key  text COLLATE "C" NOT NULL,   -- deduplicates triggers of an org; '' where a trigger may repeat
  repository   text COLLATE "C" NOT NULL,
  branch       text COLLATE "C" NOT NULL,   -- '' if it was started for none
  commit_sha   text COLLATE "C" NOT NULL,   -- '' if it is not known
  forge        text NOT NULL,               -- where its status is reported; '' if nowhere
  actor        text COLLATE "C" NOT NULL,   -- who started it
  owner        text NOT NULL,
  created_at   timestamptz NOT NULL,
  state        text NOT NULL CHECK (state IN ('created', 'planning', 'plan_failed', 'held', 'waiting', 'queued',
                 'running', 'recovering', 'cancelling', 'success', 'failed', 'timed_out', 'cancelled', 'skipped')),
  phase        text COLLATE "C" NOT NULL,   -- what the state means to people, in six words
  reason       text NOT NULL,               -- why it is in this state, as a code
  message      text NOT NULL,               -- why it is in this state, for people
  since        timestamptz NOT NULL,        -- when it entered this state
  ended_at     timestamptz,                 -- NULL while it is open
  due_at       timestamptz,                 -- when it must be checked next, see below; NULL if it need not
  -- The head, as of when this row was written last: a commit that would change nothing else does not write the
  -- row. The view run_head has the head as it is now.
  version      bigint NOT NULL,             -- rises with every decision about it
  journal_seq  bigint NOT NULL,             -- sequence number of the last transition in its journal
  journal_hash text NOT NULL,               -- hash of the last entry of its journal
  UNIQUE (org, number, repository, run_attempt)
) WITH (fillfactor = 60);
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
  run_id        text COLLATE "C" NOT NULL,
  job           bigint NOT NULL,            -- index in the plan, from 0
  attempt       bigint NOT NULL,            -- from 1
  is_current    bigint NOT NULL,            -- 1 if it is the last attempt of its job, whose state is the job's
  job_id        text NOT NULL,              -- the job's id in the workflow
  name          text NOT NULL,
  runs_on       text NOT NULL,              -- labels, as a JSON array
  definition    text NOT NULL,              -- digest of its steps and of the run's inputs; '' without a repository
  priority      bigint NOT NULL,
  has_group     bigint NOT NULL,            -- 1 if it has a group to join before it may start
  state         text NOT NULL CHECK (state IN ('pending', 'held', 'waiting', 'queued', 'leased', 'starting', 'running',
                  'uploading', 'recovering', 'cancelling', 'success', 'failed', 'timed_out', 'lost', 'cancelled', 'skipped')),
  reason        text NOT NULL,
  message       text NOT NULL,
  evidence      text,                       -- rule and line by which a failure was classified, as JSON
  tolerated     bigint NOT NULL DEFAULT 0,  -- 1 if it failed, and `continue-on-error` of the job tolerates that
  since         timestamptz NOT NULL,
  until         timestamptz,                -- when its wait timer or retry backoff ends
  is_queued     bigint NOT NULL,            -- 1 while it waits for an agent
  queued_at     timestamptz,                -- when it was queued last
  started_at    timestamptz,
  ended_at      timestamptz,
  lease         bigint NOT NULL,            -- number of its last lease, from 1; 0 if it had none
  is_leased     bigint NOT NULL CHECK ((is_leased = 1) = (lease_state IN ('granted', 'active'))),
  lease_state   text NOT NULL CHECK (lease_state IN ('', 'granted', 'active', 'expired', 'revoked', 'completed', 'cancelled')),
  agent         text NOT NULL,              -- that has or had it
  agent_version bigint NOT NULL,            -- the agent's version when it got the lease: orders its leases
  granted_at    timestamptz,
  renewed_at    timestamptz,                -- last heartbeat; not in the journal
  last_seq      bigint NOT NULL,            -- last message number accepted under the lease; not in the journal
  PRIMARY KEY (run_id, job, attempt)
) WITH (fillfactor = 60);
-- The queue. Conditions are on is_queued and is_leased, so that other transitions stay on their page.
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
  run_id     text COLLATE "C" NOT NULL,
  job        bigint NOT NULL,
  attempt    bigint NOT NULL,
  step       bigint NOT NULL,               -- index in the job, from 0; hooks come after the steps
  name       text NOT NULL,
  step_type  text NOT NULL CHECK (step_type IN ('step', 'hook:onCancel', 'hook:cleanup', 'hook:onSuccess',
               'hook:onFailure', 'hook:beforeStep', 'hook:afterStep')),
  state      text NOT NULL CHECK (state IN ('pending', 'running', 'retrying', 'cancelling', 'success', 'failed',
               'cancelled', 'skipped')),
  tries      bigint NOT NULL,               -- how often it was started
  exit_code  bigint,
  ended_by   text,                          -- what ended it: its process, a timeout, a cancellation
  message    text NOT NULL,
  source     text NOT NULL DEFAULT '',      -- where a failed step is defined, as file:line:column
  tolerated  bigint NOT NULL DEFAULT 0,     -- 1 if it failed, and its `continue-on-error` tolerates that
  started_at timestamptz,
  ended_at   timestamptz,
  PRIMARY KEY (run_id, job, attempt, step)
) WITH (fillfactor = 60);

-- Foreign keys from attempt to run and from step to attempt, checked once a statement by
-- triggers: declared foreign keys are checked once a row, which took a third of a commit. The triggers need
-- no lock on the parent, because every writer writes or locks the run's own row first. The settings make the planner
-- use the primary keys even when it believes that the tables are empty.
CREATE FUNCTION check_run_exists() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF EXISTS (
    SELECT FROM added WHERE NOT EXISTS (SELECT FROM run WHERE run.id = added.run_id)
  ) THEN
    RAISE foreign_key_violation USING MESSAGE = format('foreign key: a row of %s has no run', TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION check_attempt_exists() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF EXISTS (
    SELECT FROM added WHERE NOT EXISTS (
      SELECT FROM attempt
      WHERE attempt.run_id = added.run_id AND attempt.job = added.job AND attempt.attempt = added.attempt
    )
  ) THEN
    RAISE foreign_key_violation USING MESSAGE = format('foreign key: a row of %s has no attempt', TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER check_run_exists AFTER INSERT ON attempt REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION check_run_exists();
CREATE TRIGGER check_attempt_exists AFTER INSERT ON step REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION check_attempt_exists();

CREATE FUNCTION check_no_children() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  has_children boolean;
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'run' THEN
      has_children := EXISTS (SELECT FROM gone JOIN attempt ON attempt.run_id = gone.id);
    WHEN 'attempt' THEN
      has_children := EXISTS (SELECT FROM gone JOIN step USING (run_id, job, attempt));
  END CASE;
  IF has_children THEN
    RAISE foreign_key_violation USING MESSAGE = format('foreign key: a deleted row of %s still has children', TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER check_no_children AFTER DELETE ON run REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION check_no_children();
CREATE TRIGGER check_no_children AFTER DELETE ON attempt REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION check_no_children();

CREATE FUNCTION reject_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE foreign_key_violation USING MESSAGE = format('foreign key: the key of a row of %s cannot change', TG_TABLE_NAME);
END $$;
CREATE TRIGGER reject_key_change BEFORE UPDATE OF id ON run
FOR EACH ROW EXECUTE FUNCTION reject_key_change();
CREATE TRIGGER reject_key_change BEFORE UPDATE OF run_id, job, attempt ON attempt
FOR EACH ROW EXECUTE FUNCTION reject_key_change();
CREATE TRIGGER reject_key_change BEFORE UPDATE OF run_id, job, attempt ON step
FOR EACH ROW EXECUTE FUNCTION reject_key_change();

CREATE TABLE concurrency_group (
  key          text COLLATE "C" PRIMARY KEY, -- ORG:REPOSITORY#NAME
  arrivals     bigint NOT NULL,             -- how many members ever joined
  version      bigint NOT NULL,
  journal_seq  bigint NOT NULL,
  journal_hash text NOT NULL
);

-- A run or job that holds a place in a group or waits for one. Places are counted from these rows.
CREATE TABLE member (
  group_key     text COLLATE "C" NOT NULL REFERENCES concurrency_group (key),
  run_id        text COLLATE "C" NOT NULL REFERENCES run (id),
  job           bigint NOT NULL,            -- index of the job; -1 if the run itself is the member
  attempt       bigint NOT NULL,
  repository    text COLLATE "C" NOT NULL,  -- of the run
  run_number    bigint NOT NULL,
  arrival       bigint NOT NULL,            -- order of joining
  max           bigint NOT NULL,            -- most holders that it accepts, itself included
  state         text NOT NULL CHECK (state IN ('waiting', 'placed')),
  superseded_by bigint NOT NULL,            -- number of the newer run that replaces it; 0 if none does
  PRIMARY KEY (group_key, run_id, job),
  UNIQUE (group_key, arrival)
);
CREATE INDEX member_of_run ON member (run_id);

CREATE TABLE breaker (
  key          text COLLATE "C" PRIMARY KEY, -- ORG:TOOL
  state        text NOT NULL CHECK (state IN ('closed', 'open', 'half_open')),
  since        timestamptz NOT NULL,
  failures     bigint NOT NULL,
  successes    bigint NOT NULL,
  probe        text,                        -- the attempt that probes the tool, as JSON
  profile      text NOT NULL,               -- the tool's settings, as JSON
  version      bigint NOT NULL,
  journal_seq  bigint NOT NULL,
  journal_hash text NOT NULL
);

-- The version counts every commit that touches the agent. Its journal has fewer entries: leases are in the
-- runs' journals.
CREATE TABLE agent (
  id           text COLLATE "C" PRIMARY KEY,
  org          text COLLATE "C" NOT NULL,   -- whose jobs it executes
  name         text NOT NULL,
  labels       text NOT NULL,               -- as a JSON array
  slots        bigint NOT NULL,             -- how many jobs it runs at once
  standing     text NOT NULL
    CHECK (standing IN ('ready', 'leaving', 'draining', 'draining_and_leaving', 'revoked')),
  ask_again_at timestamptz NOT NULL,        -- after it refused a lease: no new lease before this time
  version      bigint NOT NULL,
  journal_seq  bigint NOT NULL,
  journal_hash text NOT NULL
) WITH (fillfactor = 50);

-- One entry a commit and aggregate. The view transition shows one row a transition, the view change one row
-- an entry.
CREATE TABLE journal (
  aggregate    text COLLATE "C" NOT NULL CHECK (aggregate IN ('run', 'group', 'breaker', 'agent')),
  aggregate_id text COLLATE "C" NOT NULL,
  seq          bigint NOT NULL,             -- sequence number of its first transition; they count without gaps
  last_seq     bigint NOT NULL,             -- sequence number of its last transition
  decisions    bigint NOT NULL,             -- how many decisions of the commit it records
  version      bigint NOT NULL,             -- of the aggregate after it; of an agent, at least
  commit_id    text NOT NULL,
  at           text NOT NULL,               -- as text, because the hash covers it
  transitions  text NOT NULL,               -- a JSON array, as text, because the hash covers it
  hash         text NOT NULL,               -- SHA-256 over this entry and the hash of the one before
  transaction  xid8 NOT NULL DEFAULT pg_current_xact_id(), -- that has written it
  -- Also rejects the second of two commits that were decided by the same version.
  PRIMARY KEY (aggregate, aggregate_id, seq)
) WITH (toast_tuple_target = 8160);
CREATE INDEX journal_of_transaction ON journal (transaction);
CREATE FUNCTION journal_is_never_rewritten() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (
    SELECT 1 FROM pruned
    WHERE aggregate = OLD.aggregate AND aggregate_id = OLD.aggregate_id AND OLD.seq <= journal_seq
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the journal is never rewritten';
END $$;
CREATE TRIGGER journal_is_never_rewritten BEFORE UPDATE OR DELETE ON journal
FOR EACH ROW EXECUTE FUNCTION journal_is_never_rewritten();
CREATE TRIGGER journal_is_never_emptied BEFORE TRUNCATE ON journal
FOR EACH STATEMENT EXECUTE FUNCTION journal_is_never_rewritten();

-- The version of each run and the end of its journal: as the last entry has them, if it is behind the row.
-- A version of the row that is ahead of its journal stays visible.
CREATE VIEW run_head AS
SELECT run.id,
       greatest(last.version, run.version)      AS version,
       coalesce(last.last_seq, run.journal_seq) AS journal_seq,
       coalesce(last.hash, run.journal_hash)    AS journal_hash,
       run.due_at
FROM run LEFT JOIN LATERAL (
  SELECT seq, last_seq, version, hash FROM journal
  WHERE aggregate = 'run' AND aggregate_id = run.id ORDER BY seq DESC LIMIT 1
) AS last ON last.seq > run.journal_seq;

CREATE VIEW transition AS
SELECT journal.aggregate,
       journal.aggregate_id,
       journal.seq + line.key - 1      AS seq,
       line.value ->> 'machine'        AS machine,
       line.value ->> 'entity'         AS entity,
       line.value ->> 'from'           AS "from",
       line.value ->> 'event'          AS event,
       line.value ->> 'to'             AS "to",
       coalesce(line.value -> 'cause' -> 'reason' ->> 'code', 'progress') AS reason,
       coalesce(line.value ->> 'message', line.value -> 'cause' -> 'reason' ->> 'message', '') AS message,
       line.value ->> 'actor'          AS actor,
       journal.at::timestamptz         AS at,
       line.value -> 'cause'           AS data,
       journal.commit_id,
       journal.seq                     AS entry
FROM journal, json_array_elements(journal.transitions::json) WITH ORDINALITY AS line (value, key);

-- What has changed, in an order in which nothing is inserted later: only what was written before the oldest
-- transaction that is still open. A reader that continues after the last (transaction, aggregate,
-- aggregate_id, seq) it has seen misses nothing.
CREATE VIEW change AS
SELECT transaction, aggregate, aggregate_id, seq, at, transitions,
       CASE aggregate
         WHEN 'run' THEN (SELECT org FROM run WHERE id = aggregate_id)
         WHEN 'agent' THEN (SELECT org FROM agent WHERE id = aggregate_id)
         ELSE split_part(aggregate_id, ':', 1)
       END AS org
FROM journal
WHERE transaction < pg_snapshot_xmin(pg_current_snapshot());

-- What remains of pruned data: where the pruned part of the journal ended, so that a copy kept
-- elsewhere can be verified. A pruned run or agent is gone. A group or breaker continues: its journal was
-- pruned up to a point where it was at rest, and goes on from there.
CREATE TABLE pruned (
  aggregate    text COLLATE "C" NOT NULL,
  aggregate_id text COLLATE "C" NOT NULL,
  org          text NOT NULL DEFAULT '',    -- of a run or an agent; the key of others begins with it
  repository   text NOT NULL DEFAULT '',    -- of a run
  number       bigint NOT NULL,             -- of a run; else 0
  state        text NOT NULL,               -- the last state
  ended_at     timestamptz NOT NULL,
  journal_seq  bigint NOT NULL,             -- sequence number of the last pruned transition
  journal_hash text NOT NULL,               -- hash of the last pruned entry
  pruned_at    timestamptz NOT NULL,
  snapshot     text NOT NULL DEFAULT '',    -- the state at that point, as JSON; '' if nothing continues from it
  PRIMARY KEY (aggregate, aggregate_id)
);

-- The outbox: effects are committed with the decision that causes them and deleted once delivered. Ids are
-- never reused, so a reader that continues after the last id it has seen misses none.
CREATE TABLE effect (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  aggregate    text COLLATE "C" NOT NULL,
  aggregate_id text COLLATE "C" NOT NULL,
  target       text COLLATE "C" NOT NULL DEFAULT '',   -- id of another run that is to decide about it; '' if none is
  kind         text NOT NULL,
  body         text NOT NULL,               -- as JSON
  at           timestamptz NOT NULL
);

-- Open runs about which nothing is decided, because a decision about them has failed or their journal is
-- corrupt, until they are ended by force or released. The row of a run that has ended stays until the run is
-- pruned, so that the doctor finds it. The next quarantine marks it, so that orchestrators read it no more.
CREATE TABLE quarantine (
  run_id       text COLLATE "C" PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
  reason       text NOT NULL,
  at           timestamptz NOT NULL,
  orchestrator text NOT NULL,               -- id of the one that has found it
  ended        boolean NOT NULL DEFAULT FALSE -- whether its run is known to have ended
);
CREATE INDEX quarantine_open ON quarantine (at, run_id) WHERE NOT ended;

-- Isolated from each other: runs, agents, groups, tools and tokens belong to one.
CREATE TABLE org (
  id         text COLLATE "C" PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by text NOT NULL
);
INSERT INTO org (id, created_at, created_by) VALUES ('default', '1970-01-01T00:00:00Z', 'orchestrator');

-- Tokens of agents and people. Only their hashes are stored.
CREATE TABLE token (
  id         text COLLATE "C" PRIMARY KEY,
  kind       text NOT NULL CHECK (kind IN ('agent', 'user', 'enrolment')),
  org        text COLLATE "C" NOT NULL REFERENCES org (id),
  name       text NOT NULL,                 -- of the agent or the person
  labels     text NOT NULL,                 -- labels that its agent may use, as a JSON array; empty for any
  role       text NOT NULL,                 -- what a person may do; '' for agents
  teams      text NOT NULL,                 -- teams of a person, as a JSON array
  hash       text NOT NULL,                 -- SHA-256, hexadecimal
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  used_at    timestamptz,                   -- when an enrolment token was exchanged, which works once; else the last use, to the hour
  revoked_at timestamptz
);

-- Sessions of browsers, each with the rights of a token.
CREATE TABLE session (
  hash       text COLLATE "C" PRIMARY KEY,  -- SHA-256 of the cookie, hexadecimal
  token      text COLLATE "C" NOT NULL REFERENCES token (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);

-- Answers to requests with an Idempotency-Key. The answer of a request that changed something was written by
-- the commit that changed it.
CREATE TABLE idempotency_key (
  token      text COLLATE "C" NOT NULL,
  route      text COLLATE "C" NOT NULL,     -- method and path
  key        text COLLATE "C" NOT NULL,
  request    text NOT NULL,                 -- SHA-256 of the body, hexadecimal
  claim      text NOT NULL,                 -- of the request that is being worked on; '' once it is answered
  status     bigint NOT NULL,               -- of the answer; 0 while there is none
  answer     text NOT NULL,
  at         timestamptz NOT NULL,
  PRIMARY KEY (token, route, key)
);
CREATE INDEX idempotency_key_age ON idempotency_key (at);

-- The process that speaks for an agent: one at a time, also if its token was copied to another machine.
CREATE TABLE agent_instance (
  agent    text COLLATE "C" PRIMARY KEY,
  instance text NOT NULL,                   -- of the working directory
  process  text NOT NULL,                   -- another one at each start
  host     text NOT NULL,
  address  text NOT NULL,
  since    timestamptz NOT NULL,
  heard_at timestamptz NOT NULL
);
