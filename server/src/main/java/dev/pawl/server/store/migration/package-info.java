/// The schema of the databases: numbered SQL scripts, and the machinery that applies those that a
/// database does not have yet.
///
/// It runs once, when a database is opened, on that connection. A database of a newer Pawl, or of a
/// commit before the first release, is rejected.
@NullMarked
package dev.pawl.server.store.migration;

import org.jspecify.annotations.NullMarked;
