package dev.pawl.server.runtime;

import java.util.List;

/// A batch that is being committed.
///
/// @param asked what it decides, of what was asked
/// @param ticks what it decides, of what was due
/// @param learned how much the dispatcher has learned that is not committed, with all of this batch
record Flight(
    Batch batch,
    Commit commit,
    List<Asked> asked,
    List<Due> ticks,
    int learned,
    Carrier.Carried carried) {}
