package dev.pawl.core.plan;

import java.time.Duration;

/// How long to wait before the next try: longer each time, up to a bound, and never the same for
/// two that failed together. The jitter is derived from what is tried, so that the same try always
/// waits as long.
///
/// @param initial before the second try
/// @param factor by which each further wait is longer
/// @param max no wait is longer
public record Backoff(Duration initial, double factor, Duration max) {

  /// How far the jitter takes a wait from its middle, in per cent.
  public static final int JITTER_PERCENT = 20;

  public static final Backoff OF_JOBS =
      new Backoff(Duration.ofSeconds(5), 2, Duration.ofMinutes(5));
  public static final Backoff OF_RUNS =
      new Backoff(Duration.ofSeconds(30), 2, Duration.ofMinutes(30));

  /// The wait after try number `tries` (from 1) of whatever `seed` names.
  public Duration after(int tries, String seed) {
    double middle = middleMillis(tries);
    long span = (long) (middle * JITTER_PERCENT / 100);
    long offset = span == 0 ? 0 : Math.floorMod(spread(seed + "/" + tries), 2 * span + 1) - span;
    return Duration.ofMillis(Math.min((long) middle + offset, max.toMillis()));
  }

  private double middleMillis(int tries) {
    return Math.min(initial.toMillis() * Math.pow(factor, tries - 1.0), (double) max.toMillis());
  }

  /// FNV-1a: the same in every JVM, unlike an identity's hash.
  private static long spread(String seed) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < seed.length(); i++) {
      hash = (hash ^ seed.charAt(i)) * 0x100000001b3L;
    }
    return hash ^ (hash >>> 32);
  }
}
