package dev.pawl.core.plan;

import java.time.Duration;

/// The delay before the next try: it grows with each try up to a maximum, with jitter. The jitter
/// is derived from the name of what is tried, so that the same try always waits the same time, and
/// two that failed together do not.
///
/// @param initial the delay before the second try
/// @param factor the growth of each further delay
/// @param max the longest delay
public record Backoff(Duration initial, double factor, Duration max) {

  /// The largest deviation by jitter, in per cent.
  public static final int JITTER_PERCENT = 20;

  public static final Backoff OF_JOBS =
      new Backoff(Duration.ofSeconds(5), 2, Duration.ofMinutes(5));
  public static final Backoff OF_RUNS =
      new Backoff(Duration.ofSeconds(30), 2, Duration.ofMinutes(30));

  /// The delay after try number `tries` (from 1) of what `seed` names.
  public Duration after(int tries, String seed) {
    double middle = middleMillis(tries);
    long span = (long) (middle * JITTER_PERCENT / 100);
    long offset = span == 0 ? 0 : Math.floorMod(spread(seed + "/" + tries), 2 * span + 1) - span;
    return Duration.ofMillis(Math.min((long) middle + offset, max.toMillis()));
  }

  private double middleMillis(int tries) {
    return Math.min(initial.toMillis() * Math.pow(factor, tries - 1.0), (double) max.toMillis());
  }

  /// FNV-1a, which gives the same hash in every JVM.
  private static long spread(String seed) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < seed.length(); i++) {
      hash = (hash ^ seed.charAt(i)) * 0x100000001b3L;
    }
    return hash ^ (hash >>> 32);
  }
}
