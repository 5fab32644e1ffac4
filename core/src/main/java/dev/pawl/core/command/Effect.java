package dev.pawl.core.command;

import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.LeaseState;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.run.Origin;
import java.time.Duration;

/// What the world is to be told once the decision is durable. Data, stored with the state;
/// delivered at least once, and whoever receives it deduplicates.
public sealed interface Effect {

  /// Something to tell an agent about one of its leases.
  sealed interface ToAgent extends Effect {
    LeaseRef lease();

    String agent();
  }

  /// Ask the agent to execute an attempt.
  record Dispatch(LeaseRef lease, String agent) implements ToAgent {}

  /// Tell the agent to stop: gracefully within `bound`, or at once.
  record CancelJob(LeaseRef lease, String agent, boolean force, Duration bound, String reason)
      implements ToAgent {}

  /// Tell the agent that its lease is over, and how it ended.
  record Fence(LeaseRef lease, String agent, LeaseState end) implements ToAgent {}

  /// Ask something of another run: a decision writes one run only.
  record AskRun(RunId run, EngineCommand.FollowUp command) implements Effect {}

  /// Do a run again, as its lineage's next attempt, unless that is there already.
  ///
  /// @param of the run that is done again, whose plan it has
  record StartRun(RunId id, Origin origin, RunId of, Duration delay) implements Effect {}

  /// Have the workflow read and planned.
  record ReadWorkflow(int tries) implements Effect {}

  /// Tell the forge how the run's commit stands.
  record Report(RunState state, String message) implements Effect {}
}
