package dev.pawl.server.runtime;

/// A batch that is being committed.
///
/// @param work what it decides
/// @param learned how much the dispatcher has learned that is not committed, with all of this batch
record Flight(Batch batch, Commit commit, Work work, int learned, Carrier.Carried carried) {}
