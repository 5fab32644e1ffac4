package dev.pawl.agent.session;

import java.time.Duration;

/// How long to wait before the next try to reach the server: 1 s, and half as long again with every
/// try, at most 15 s; of that, by chance, between a half and all, so that agents which lost the
/// same server do not come back at once. The chance is derived from the agent's id and the try: the
/// same agent waits the same times in every simulation.
public final class ReconnectBackoff {

  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(15);

  /// Before the try that follows `failures` of them, at least one.
  public static Duration after(int failures, String agentId) {
    long whole = FIRST.toNanos();
    for (int failure = 1; failure < failures && whole < LONGEST.toNanos(); failure++) {
      whole += whole / 2;
    }
    long half = Math.min(whole, LONGEST.toNanos()) / 2;
    return Duration.ofNanos(half + Math.floorMod(chance(agentId, failures), half + 1));
  }

  /// Any number, also for ids that hardly differ: the finalizer of SplitMix64.
  private static long chance(String id, int tries) {
    long bits = id.hashCode() * 0x9E3779B97F4A7C15L + tries;
    bits = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
    bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
    return bits ^ (bits >>> 31);
  }

  private ReconnectBackoff() {}
}
