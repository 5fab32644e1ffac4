/// The implementation of the [dev.pawl.server.store.Store] port that SQLite and PostgreSQL share.
///
/// Commits enter; they leave as one transaction that writes the journal, the rows and the outbox,
/// and that checks the versions they were decided by. Queries that people make about runs are here
/// too. What is special to one database is in the packages `sqlite` and `postgres`, which may use
/// this one, not the reverse.
@NullMarked
package dev.pawl.server.store.sql;

import org.jspecify.annotations.NullMarked;
