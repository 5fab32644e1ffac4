-- The state as it is, the journal of how it came to be, and what the world is still to be told.
-- States are checked here too, against a buggy caller. Keys sort by their bytes. Rows that move have
-- room beside them to move in place, and no index over what moves. A journal entry stays in its row.

CREATE TABLE counter (
  name  text PRIMARY KEY,
  value bigint NOT NULL
);
INSERT INTO counter (name, value) VALUES ('run', 0);

CREATE TABLE schema_version (
  version     integer PRIMARY KEY,
  upgraded_at timestamptz NOT NULL DEFAULT now()
);

-- Since when there has been an orchestrator without a gap, and when one was there last.
CREATE TABLE service (
  since   timestamptz NOT NULL,
  last_at timestamptz NOT NULL
);
INSERT INTO service (since, last_at) VALUES ('1970-01-01Z', '1970-01-01Z');

-- The orchestrators that are there now, and when each was there last.
CREATE TABLE presence (
  id      text COLLATE "C" PRIMARY KEY,
  last_at timestamptz NOT NULL
);

-- A process that owns runs.
CREATE TABLE orchestrator (
  id         text COLLATE "C" PRIMARY KEY,
  pid        bigint NOT NULL,
  started_at timestamptz NOT NULL
);

CREATE TABLE run (
  id           text COLLATE "C" PRIMARY KEY,
  number       bigint NOT NULL,
  run_attempt  bigint NOT NULL,            -- which try at the number, from 1
  retries      bigint NOT NULL,            -- how many of them were automatic, in this lineage
  opened_by    text NOT NULL,               -- the run that opened the lineage; '' for that run itself
  workflow     text NOT NULL,
  file         text NOT NULL,
  event        text NOT NULL,
  trigger_key  text NOT NULL,               -- '' where the same trigger may make many runs
  repository   text NOT NULL,
  commit_sha   text NOT NULL,
  started_by   text NOT NULL,
  owner        text NOT NULL,
  created_at   timestamptz NOT NULL,
  state        text NOT NULL CHECK (state IN ('created', 'planning', 'plan_failed', 'held', 'waiting', 'queued',
                 'running', 'recovering', 'cancelling', 'success', 'failed', 'timed_out', 'cancelled', 'skipped')),
  reason       text NOT NULL,
  message      text NOT NULL,
  since        timestamptz NOT NULL,
  ended_at     timestamptz,
  version      bigint NOT NULL,
  journal_seq  bigint NOT NULL,
  journal_hash text NOT NULL,
  UNIQUE (number, run_attempt)
) WITH (fillfactor = 60);
CREATE INDEX run_of_commit ON run (repository, commit_sha) WHERE commit_sha <> '';
CREATE UNIQUE INDEX run_of_trigger ON run (trigger_key) WHERE trigger_key <> '';

-- What the run will do is in its journal; this is what is asked about its jobs.
CREATE TABLE job (
  run_id   text COLLATE "C" NOT NULL,
  job      bigint NOT NULL,
  job_id   text NOT NULL,
  name     text NOT NULL,
  runs_on  text NOT NULL,                   -- a JSON array of labels
  priority bigint NOT NULL,
  attempt  bigint NOT NULL,                -- the current one, whose state is the job's
  PRIMARY KEY (run_id, job)
);

CREATE TABLE attempt (
  run_id     text COLLATE "C" NOT NULL,
  job        bigint NOT NULL,
  attempt    bigint NOT NULL,
  state      text NOT NULL CHECK (state IN ('pending', 'held', 'waiting', 'queued', 'leased', 'starting', 'running',
               'uploading', 'recovering', 'cancelling', 'success', 'failed', 'timed_out', 'lost', 'cancelled', 'skipped')),
  reason     text NOT NULL,
  message    text NOT NULL,
  since      timestamptz NOT NULL,
  until      timestamptz,                          -- when its timer or backoff is over
  started_at timestamptz,
  ended_at   timestamptz,
  PRIMARY KEY (run_id, job, attempt)
) WITH (fillfactor = 60);

CREATE TABLE lease (
  run_id        text COLLATE "C" NOT NULL,
  job           bigint NOT NULL,
  attempt       bigint NOT NULL,
  lease         bigint NOT NULL,
  agent         text NOT NULL,
  agent_version bigint NOT NULL,           -- the agent's when it took it: the order of its leases
  state         text NOT NULL CHECK (state IN ('granted', 'active', 'expired', 'revoked', 'completed', 'cancelled')),
  granted_at    timestamptz NOT NULL,
  renewed_at    timestamptz NOT NULL,              -- liveness, in no journal
  last_seq      bigint NOT NULL,           -- liveness, in no journal
  ended_at      timestamptz CHECK ((ended_at IS NULL) = (state IN ('granted', 'active'))),
  PRIMARY KEY (run_id, job, attempt, lease)
) WITH (fillfactor = 60);
-- At most one live lease an attempt, whatever the caller believes.
CREATE UNIQUE INDEX lease_live ON lease (run_id, job, attempt) WHERE ended_at IS NULL;
-- What an agent has now.
CREATE INDEX lease_of_agent ON lease (agent, agent_version) WHERE ended_at IS NULL;

CREATE TABLE step (
  run_id     text COLLATE "C" NOT NULL,
  job        bigint NOT NULL,
  attempt    bigint NOT NULL,
  step       bigint NOT NULL,
  name       text NOT NULL,
  step_type  text NOT NULL CHECK (step_type IN ('step', 'hook:onCancel', 'hook:cleanup', 'hook:onSuccess',
               'hook:onFailure', 'hook:beforeStep', 'hook:afterStep')),
  state      text NOT NULL CHECK (state IN ('pending', 'running', 'retrying', 'cancelling', 'success', 'failed',
               'cancelled', 'skipped')),
  tries      bigint NOT NULL,
  exit_code  bigint,
  ended_by   text,
  message    text NOT NULL,
  started_at timestamptz,
  ended_at   timestamptz,
  PRIMARY KEY (run_id, job, attempt, step)
) WITH (fillfactor = 60);

-- What belongs to what: run, job, attempt, and its leases and steps. Checked a statement at a time;
-- foreign keys are checked a row at a time, which took a third of a commit. They need no lock on
-- what they look at: whoever adds to a run or takes it away has the run's own row first. However few
-- rows the planner believes that there are, they are looked up by their keys.
CREATE FUNCTION is_of_a_run() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF EXISTS (
    SELECT FROM added WHERE NOT EXISTS (SELECT FROM run WHERE run.id = added.run_id)
  ) THEN
    RAISE foreign_key_violation USING MESSAGE = format('foreign key: a %s of no run', TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION is_of_a_job() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF EXISTS (
    SELECT FROM added WHERE NOT EXISTS (
      SELECT FROM job WHERE job.run_id = added.run_id AND job.job = added.job
    )
  ) THEN
    RAISE foreign_key_violation USING MESSAGE = format('foreign key: an %s of no job', TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION is_of_an_attempt() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF EXISTS (
    SELECT FROM added WHERE NOT EXISTS (
      SELECT FROM attempt
      WHERE attempt.run_id = added.run_id AND attempt.job = added.job AND attempt.attempt = added.attempt
    )
  ) THEN
    RAISE foreign_key_violation USING MESSAGE = format('foreign key: a %s of no attempt', TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER is_of_a_run AFTER INSERT ON job REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION is_of_a_run();
CREATE TRIGGER is_of_a_job AFTER INSERT ON attempt REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION is_of_a_job();
CREATE TRIGGER is_of_an_attempt AFTER INSERT ON lease REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION is_of_an_attempt();
CREATE TRIGGER is_of_an_attempt AFTER INSERT ON step REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION is_of_an_attempt();

CREATE FUNCTION leaves_nothing_behind() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  is_left boolean;
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'run' THEN
      is_left := EXISTS (SELECT FROM gone JOIN job ON job.run_id = gone.id);
    WHEN 'job' THEN
      is_left := EXISTS (SELECT FROM gone JOIN attempt USING (run_id, job));
    WHEN 'attempt' THEN
      is_left := EXISTS (SELECT FROM gone JOIN lease USING (run_id, job, attempt))
        OR EXISTS (SELECT FROM gone JOIN step USING (run_id, job, attempt));
  END CASE;
  IF is_left THEN
    RAISE foreign_key_violation USING MESSAGE = format('foreign key: something is left of the %s', TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER leaves_nothing_behind AFTER DELETE ON run REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION leaves_nothing_behind();
CREATE TRIGGER leaves_nothing_behind AFTER DELETE ON job REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION leaves_nothing_behind();
CREATE TRIGGER leaves_nothing_behind AFTER DELETE ON attempt REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION leaves_nothing_behind();

CREATE FUNCTION key_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE foreign_key_violation USING MESSAGE = format('foreign key: that of a %s never changes', TG_TABLE_NAME);
END $$;
CREATE TRIGGER key_stays BEFORE UPDATE OF id ON run
FOR EACH ROW EXECUTE FUNCTION key_stays();
CREATE TRIGGER key_stays BEFORE UPDATE OF run_id, job ON job
FOR EACH ROW EXECUTE FUNCTION key_stays();
CREATE TRIGGER key_stays BEFORE UPDATE OF run_id, job, attempt ON attempt
FOR EACH ROW EXECUTE FUNCTION key_stays();
CREATE TRIGGER key_stays BEFORE UPDATE OF run_id, job, attempt ON lease
FOR EACH ROW EXECUTE FUNCTION key_stays();
CREATE TRIGGER key_stays BEFORE UPDATE OF run_id, job, attempt ON step
FOR EACH ROW EXECUTE FUNCTION key_stays();

CREATE TABLE concurrency_group (
  key          text COLLATE "C" PRIMARY KEY,
  arrivals     bigint NOT NULL,
  version      bigint NOT NULL,
  journal_seq  bigint NOT NULL,
  journal_hash text NOT NULL
);

-- Who holds a place in a group, or waits for one. There is no counter that could leak.
CREATE TABLE member (
  group_key     text COLLATE "C" NOT NULL REFERENCES concurrency_group (key),
  run_id        text COLLATE "C" NOT NULL REFERENCES run (id),
  job           bigint NOT NULL,           -- -1 for the run itself
  attempt       bigint NOT NULL,
  run_number    bigint NOT NULL,
  arrival       bigint NOT NULL,
  max           bigint NOT NULL,
  state         text NOT NULL CHECK (state IN ('waiting', 'placed')),
  superseded_by bigint NOT NULL,           -- 0 if nobody took its turn
  PRIMARY KEY (group_key, run_id, job),
  UNIQUE (group_key, arrival)
);
CREATE INDEX member_of_run ON member (run_id);

CREATE TABLE breaker (
  tool         text COLLATE "C" PRIMARY KEY,
  state        text NOT NULL CHECK (state IN ('closed', 'open', 'half_open')),
  since        timestamptz NOT NULL,
  failures     bigint NOT NULL,
  successes    bigint NOT NULL,
  probe        text,                        -- who tries the tool, as JSON
  profile      text NOT NULL,               -- as JSON
  version      bigint NOT NULL,
  journal_seq  bigint NOT NULL,
  journal_hash text NOT NULL
);

-- Its version counts commits that touched it; its journal has fewer, because leases are the runs'.
CREATE TABLE agent (
  id           text COLLATE "C" PRIMARY KEY,
  name         text NOT NULL,
  labels       text NOT NULL,               -- a JSON array
  slots        bigint NOT NULL,
  standing     text NOT NULL
    CHECK (standing IN ('ready', 'leaving', 'draining', 'draining_and_leaving', 'revoked')),
  ask_again_at timestamptz NOT NULL,
  version      bigint NOT NULL,
  journal_seq  bigint NOT NULL,
  journal_hash text NOT NULL
) WITH (fillfactor = 50);

-- One entry a commit and aggregate, with its transitions as a JSON array; the view below shows one
-- row each. seq is that of the entry's first transition, so that transitions count without gaps.
CREATE TABLE journal (
  aggregate    text COLLATE "C" NOT NULL CHECK (aggregate IN ('run', 'group', 'breaker', 'agent')),
  aggregate_id text COLLATE "C" NOT NULL,
  seq          bigint NOT NULL,
  decisions    bigint NOT NULL,             -- how many it tells: those of one commit are one entry
  commit_id    text NOT NULL,
  at           text NOT NULL,
  transitions  text NOT NULL,
  hash         text NOT NULL,
  PRIMARY KEY (aggregate, aggregate_id, seq)
) WITH (toast_tuple_target = 8160);
CREATE FUNCTION journal_is_never_rewritten() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (
    SELECT 1 FROM sealed WHERE aggregate = OLD.aggregate AND aggregate_id = OLD.aggregate_id
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the journal is never rewritten';
END $$;
CREATE TRIGGER journal_is_never_rewritten BEFORE UPDATE OR DELETE ON journal
FOR EACH ROW EXECUTE FUNCTION journal_is_never_rewritten();
CREATE TRIGGER journal_is_never_emptied BEFORE TRUNCATE ON journal
FOR EACH STATEMENT EXECUTE FUNCTION journal_is_never_rewritten();

CREATE VIEW transition AS
SELECT journal.aggregate,
       journal.aggregate_id,
       journal.seq + line.key - 1      AS seq,
       line.value ->> 'machine'        AS machine,
       line.value ->> 'entity'         AS entity,
       line.value ->> 'from'           AS "from",
       line.value ->> 'event'          AS event,
       line.value ->> 'to'             AS "to",
       coalesce(line.value ->> 'reason', 'progress') AS reason,
       coalesce(line.value ->> 'message', '') AS message,
       line.value ->> 'actor'          AS actor,
       journal.at::timestamptz         AS at,
       line.value -> 'data'            AS data,
       journal.commit_id
FROM journal, json_array_elements(journal.transitions::json) WITH ORDINALITY AS line (value, key);

-- What is left of a run that was pruned: where its journal ended, so that a copy of it kept elsewhere
-- can be told from a forged one.
CREATE TABLE sealed (
  aggregate    text COLLATE "C" NOT NULL,
  aggregate_id text COLLATE "C" NOT NULL,
  number       bigint NOT NULL,
  state        text NOT NULL,
  ended_at     timestamptz NOT NULL,
  journal_seq  bigint NOT NULL,
  journal_hash text NOT NULL,
  sealed_at    timestamptz NOT NULL,
  PRIMARY KEY (aggregate, aggregate_id)
);

-- Attempts that an agent could take.
CREATE TABLE ready (
  run_id     text COLLATE "C" NOT NULL,
  job        bigint NOT NULL,
  attempt    bigint NOT NULL,
  since      timestamptz NOT NULL,
  repository text NOT NULL,
  owner      text NOT NULL,
  priority   bigint NOT NULL,
  runs_on    text NOT NULL,                 -- a JSON array of labels
  PRIMARY KEY (run_id, job, attempt)
);
CREATE INDEX ready_in_order ON ready (since, run_id, job, attempt);

-- When a run is to be looked at next, whatever happens or does not. A deadline that moved away is left
-- where it was until it comes: then it is found that nothing is due, and the next one is written.
CREATE TABLE due (
  run_id text COLLATE "C" PRIMARY KEY,
  at     timestamptz NOT NULL,
  owner  text NOT NULL
);
CREATE INDEX due_in_order ON due (at, run_id);

-- What the world is to be told: committed with its cause, deleted once delivered. Ids are never
-- given twice, so that whoever has read up to one finds all that came after it.
CREATE TABLE effect (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  aggregate    text COLLATE "C" NOT NULL,
  aggregate_id text COLLATE "C" NOT NULL,
  kind         text NOT NULL,
  body         text NOT NULL,
  at           timestamptz NOT NULL
);
