/// Decisions: the batch that collects them, the cache that they are made by, and the quarantine of
/// runs that cannot be decided.
///
/// Commands enter; accepted decisions leave as the changes of a batch. [DirectCommand],
/// [RerunCreation] and [RunInterruption] decide and commit without a command loop. Nothing here
/// sends messages or waits for people.
@NullMarked
package dev.pawl.server.decision;

import org.jspecify.annotations.NullMarked;
