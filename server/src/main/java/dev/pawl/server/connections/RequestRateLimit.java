package dev.pawl.server.connections;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/// The requests that each token may make: a bucket for each, which holds a burst and is refilled at
/// a steady rate. Thread-safe, and without a clock of its own.
///
/// The buckets that were used longest ago are forgotten when there are too many. A forgotten bucket
/// is a full one, so a caller gains at most one burst by it.
public final class RequestRateLimit {

  private static final int MOST_TOKENS = 100_000;
  private static final double NANOS_A_SECOND = Duration.ofSeconds(1).toNanos();

  /// The requests that are left in a bucket at a time.
  private record Bucket(double left, long at) {}

  private final double perNano;
  private final double burst;
  private final int mostTokens;
  private final SequencedMap<String, Bucket> buckets = new LinkedHashMap<>();

  /// @param perSecond requests that a token may make for long
  /// @param burst requests that a token may make at once
  public RequestRateLimit(int perSecond, int burst) {
    this(perSecond, burst, MOST_TOKENS);
  }

  RequestRateLimit(int perSecond, int burst, int mostTokens) {
    if (perSecond < 1 || burst < 1 || mostTokens < 1) {
      throw new IllegalArgumentException("a rate, a burst and a number of tokens are at least 1");
    }
    this.perNano = perSecond / NANOS_A_SECOND;
    this.burst = burst;
    this.mostTokens = mostTokens;
  }

  /// Takes a request from a token's bucket. Empty if it may be answered; otherwise the time after
  /// which it may be made again, for `Retry-After`: whole seconds, at least one.
  ///
  /// @param token the id of the token
  /// @param nanos a monotonic time, as [System#nanoTime]
  public synchronized Optional<Duration> acquire(String token, long nanos) {
    Bucket before = buckets.remove(token);
    Bucket now = before == null ? new Bucket(burst, nanos) : refilled(before, nanos);
    boolean isAllowed = now.left() >= 1;
    buckets.putLast(token, isAllowed ? new Bucket(now.left() - 1, now.at()) : now);
    if (buckets.size() > mostTokens) {
      buckets.pollFirstEntry();
    }
    return isAllowed ? Optional.empty() : Optional.of(untilNext(now.left()));
  }

  /// Time never goes backwards here: a call that was delayed counts as one of the last call's time.
  private Bucket refilled(Bucket bucket, long nanos) {
    long passed = nanos - bucket.at();
    return passed <= 0
        ? bucket
        : new Bucket(Math.min(burst, bucket.left() + passed * perNano), nanos);
  }

  private Duration untilNext(double left) {
    double seconds = (1 - left) / perNano / NANOS_A_SECOND;
    return Duration.ofSeconds(Math.max(1, (long) Math.ceil(seconds)));
  }

  /// The number of tokens that are remembered.
  synchronized int size() {
    return buckets.size();
  }
}
