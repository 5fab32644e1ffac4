package dev.pawl.core.breaker;

import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.lifecycle.BreakerMachine;
import dev.pawl.core.lifecycle.BreakerState;
import java.time.Instant;
import java.util.Optional;

/// The circuit breaker of a tool, which says whether the tool may be used now.
///
/// @param key the org and the tool: [#keyOf]
/// @param since when it entered its state
/// @param failures consecutive failures, while closed
/// @param successes consecutive successful probes, while half-open
/// @param probe the only step that may use the tool while it is half-open
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

  private static final String OF_ORG = ":";

  /// The key of the breaker of an org's tool.
  public static String keyOf(String org, String tool) {
    return org + OF_ORG + tool;
  }

  /// The tool whose breaker has that key.
  public static String toolOf(String key) {
    return key.substring(key.indexOf(OF_ORG) + 1);
  }

  public static Breaker of(String key, ToolProfile profile) {
    return new Breaker(
        key, BreakerMachine.MACHINE.initial(), Instant.EPOCH, profile, 0, 0, Optional.empty(), 0);
  }

  @Override
  public Kind kind() {
    return Kind.BREAKER;
  }

  /// The time from which an open breaker may be probed.
  public Instant cooldownEnd() {
    return since.plus(profile.cooldown());
  }

  /// The breaker in another state, with its counts at zero.
  public Breaker in(BreakerState state, Instant since) {
    return new Breaker(key, state, since, profile, 0, 0, Optional.empty(), version);
  }

  public Breaker withCounts(int failures, int successes) {
    return new Breaker(key, state, since, profile, failures, successes, probe, version);
  }

  public Breaker withProfile(ToolProfile other) {
    return new Breaker(key, state, since, other, failures, successes, probe, version);
  }

  /// The breaker with a profile of its own, or without it.
  public Breaker withOwnProfile(Optional<ToolProfile> own) {
    return withProfile(
        own.map(profile -> profile.from(ToolProfile.Provenance.API)).orElse(ToolProfile.DEFAULT));
  }

  public Breaker withProbe(Optional<BreakerProbe> probe) {
    return new Breaker(key, state, since, profile, failures, successes, probe, version);
  }

  @Override
  public Breaker committed() {
    return new Breaker(key, state, since, profile, failures, successes, probe, version + 1);
  }
}
