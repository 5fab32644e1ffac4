package dev.pawl.agent.session;

import java.time.Duration;

/// The delay before the next try to connect: 1 s at first, 1.5 times as long with every try, at
/// most 15 s, of which a random part between one half and all is used, so that agents which lost
/// the same server do not reconnect at the same time. The random part is derived from the agent's
/// id and the try, so that simulations are reproducible.
public final class ReconnectBackoff {

  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(15);

  /// The delay after this number of failures, which is at least one.
  public static Duration after(int failures, String agentId) {
    long whole = FIRST.toNanos();
    for (int failure = 1; failure < failures && whole < LONGEST.toNanos(); failure++) {
      whole += whole / 2;
    }
    long half = Math.min(whole, LONGEST.toNanos()) / 2;
    return Duration.ofNanos(half + Math.floorMod(hash(agentId, failures), half + 1));
  }

  /// A hash that also differs for similar ids: the finalizer of SplitMix64.
  private static long hash(String id, int tries) {
    long bits = id.hashCode() * 0x9E3779B97F4A7C15L + tries;
    bits = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
    bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
    return bits ^ (bits >>> 31);
  }

  private ReconnectBackoff() {}
}
