package dev.pawl.core.breaker;

import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.lifecycle.BreakerMachine;
import dev.pawl.core.lifecycle.BreakerState;
import java.time.Instant;
import java.util.Optional;

/// Whether a tool may be used now.
///
/// @param key the tool
/// @param since when it came into its state
/// @param failures how many in a row, while closed
/// @param successes how many probes in a row, while half open
/// @param probe who tries the tool while it is half open: one at a time
public record Breaker(
    String key,
    BreakerState state,
    Instant since,
    ToolProfile profile,
    int failures,
    int successes,
    Optional<BreakerProbe> probe,
    long version)
    implements Aggregate {

  public static Breaker of(String tool, ToolProfile profile) {
    return new Breaker(
        tool, BreakerMachine.MACHINE.initial(), Instant.EPOCH, profile, 0, 0, Optional.empty(), 0);
  }

  @Override
  public Kind kind() {
    return Kind.BREAKER;
  }

  /// When an open one may be probed.
  public Instant cooldownEnd() {
    return since.plus(profile.cooldown());
  }

  /// In another state, with nothing counted yet.
  public Breaker in(BreakerState state, Instant since) {
    return new Breaker(key, state, since, profile, 0, 0, Optional.empty(), version);
  }

  public Breaker withCounts(int failures, int successes) {
    return new Breaker(key, state, since, profile, failures, successes, probe, version);
  }

  public Breaker withProbe(Optional<BreakerProbe> probe) {
    return new Breaker(key, state, since, profile, failures, successes, probe, version);
  }

  @Override
  public Breaker committed() {
    return new Breaker(key, state, since, profile, failures, successes, probe, version + 1);
  }
}
