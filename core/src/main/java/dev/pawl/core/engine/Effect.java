package dev.pawl.core.engine;

import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.LeaseState;
import java.time.Duration;

/// What the world is to be told once the decision is durable. Data, stored with the state;
/// delivered at least once, and whoever receives it deduplicates.
public sealed interface Effect {

  LeaseRef lease();

  String agent();

  /// Ask the agent to execute an attempt.
  record Dispatch(LeaseRef lease, String agent) implements Effect {}

  /// Tell the agent to stop: gracefully within `bound`, or at once.
  record CancelJob(LeaseRef lease, String agent, boolean force, Duration bound, String reason)
      implements Effect {}

  /// Tell the agent that its lease is over, and how it ended.
  record Fence(LeaseRef lease, String agent, LeaseState end) implements Effect {}
}
