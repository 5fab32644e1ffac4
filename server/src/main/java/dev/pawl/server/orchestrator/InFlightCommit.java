package dev.pawl.server.orchestrator;

import dev.pawl.server.decision.Batch;
import dev.pawl.server.store.Commit;

/// A batch that is being committed.
///
/// @param work what it decides
/// @param learned how much the dispatcher has learned that is not committed, with all of this batch
record InFlightCommit(
    Batch batch,
    Commit commit,
    BatchInput work,
    int learned,
    CommitExecutor.PendingCommit carried) {}
