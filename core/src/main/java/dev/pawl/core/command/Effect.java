package dev.pawl.core.command;

import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.LeaseState;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.run.Origin;
import java.time.Duration;

/// A message to deliver once the decision is durable. It is data, stored with the state and
/// delivered at least once; receivers deduplicate.
public sealed interface Effect {

  /// A message to an agent about one of its leases.
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

  /// Send a command to another run, since a decision writes one run only.
  record AskRun(RunId run, EngineCommand.FollowUp command) implements Effect {}

  /// Start the next run attempt of the same lineage, unless it exists.
  ///
  /// @param of the run that is repeated, whose plan is used
  record StartRun(RunId id, Origin origin, RunId of, Duration delay) implements Effect {}

  /// Read the workflow and plan the run.
  record ReadWorkflow(int tries) implements Effect {}

  /// Report the state of the run to the forge.
  record Report(RunState state, String message) implements Effect {}
}
