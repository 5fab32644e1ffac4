-- The journal of a group or a breaker may begin where it was at rest, once what was before is pruned.
-- As it stood there, it goes on: that is kept as JSON, and empty for what is gone for good. Nothing
-- after that point may go.
ALTER TABLE sealed ADD COLUMN stood text NOT NULL DEFAULT '';

CREATE OR REPLACE FUNCTION journal_is_never_rewritten() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (
    SELECT 1 FROM sealed
    WHERE aggregate = OLD.aggregate AND aggregate_id = OLD.aggregate_id AND OLD.seq <= journal_seq
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the journal is never rewritten';
END $$;
