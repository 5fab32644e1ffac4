-- Who may connect. Of a token only its hash is here.
CREATE TABLE token (
  id         TEXT PRIMARY KEY,
  kind       TEXT NOT NULL CHECK (kind IN ('agent', 'admin', 'enrolment')),
  org        TEXT NOT NULL,
  name       TEXT NOT NULL,
  labels     TEXT NOT NULL,                 -- a JSON array: what its agent may call itself; empty for anything
  hash       TEXT NOT NULL,                 -- SHA-256, hexadecimal
  created_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT,
  used_at    TEXT,                          -- an enrolment is used once
  revoked_at TEXT
) WITHOUT ROWID;
