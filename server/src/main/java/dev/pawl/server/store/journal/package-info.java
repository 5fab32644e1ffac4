/// The append-only journal: its entries, the hash chain over them, and the replay that turns a
/// journal back into an aggregate.
///
/// Every aggregate has a journal of its own; its [JournalHead] says where that ends. Rows of the
/// state tables enter only as far as a replay needs them: the origin of a run, the profile of a
/// tool, the heartbeats of leases. Nothing here decides anything or begins a transaction.
@NullMarked
package dev.pawl.server.store.journal;

import org.jspecify.annotations.NullMarked;
