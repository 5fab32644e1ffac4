-- The journal of a group or a breaker may begin where it was at rest, once what was before is pruned.
-- As it stood there, it goes on: that is kept as JSON, and empty for what is gone for good. Nothing
-- after that point may go.
ALTER TABLE sealed ADD COLUMN stood TEXT NOT NULL DEFAULT '';

DROP TRIGGER journal_is_never_shortened;
CREATE TRIGGER journal_is_never_shortened BEFORE DELETE ON journal
WHEN NOT EXISTS (
  SELECT 1 FROM sealed
  WHERE aggregate = OLD.aggregate AND aggregate_id = OLD.aggregate_id AND OLD.seq <= journal_seq
)
BEGIN SELECT raise(ABORT, 'the journal is never rewritten'); END;
