-- Who may connect. Of a token only its hash is here.
CREATE TABLE token (
  id         text COLLATE "C" PRIMARY KEY,
  kind       text NOT NULL CHECK (kind IN ('agent', 'admin', 'enrolment')),
  org        text NOT NULL,
  name       text NOT NULL,
  labels     text NOT NULL,                 -- a JSON array: what its agent may call itself; empty for anything
  hash       text NOT NULL,                 -- SHA-256, hexadecimal
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  used_at    timestamptz,                         -- an enrolment is used once
  revoked_at timestamptz
);
