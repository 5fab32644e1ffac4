/// The pruning of data that is no longer needed: ended runs, agents that left, old journal entries
/// of groups and breakers.
///
/// Whatever is pruned leaves a row in the table `pruned` with the end of its journal, so that a
/// copy kept elsewhere can be verified. Nothing that is open, queued, leased or undelivered is
/// pruned. Only the database is touched; log files are deleted by the caller.
@NullMarked
package dev.pawl.server.store.retention;

import org.jspecify.annotations.NullMarked;
