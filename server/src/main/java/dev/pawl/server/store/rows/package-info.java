/// The tables of the current state: readers that load aggregates and queues from their rows, and
/// projections that turn the transitions of a commit into row changes.
///
/// Readers (`...Rows`) take a connection and return model objects. Projections and row writers take
/// events and add to a [dev.pawl.server.store.jdbc.WriteBatch]. Neither begins a transaction, and
/// neither knows the journal.
@NullMarked
package dev.pawl.server.store.rows;

import org.jspecify.annotations.NullMarked;
