package dev.pawl.core.plan;

import dev.pawl.core.lifecycle.ReasonCode;
import java.util.List;

/// When a failed attempt is followed by another.
///
/// @param max how many retries there may be after the first attempt
/// @param on the classes of failure that are retried
public record RetryPolicy(int max, List<ReasonCode> on, Backoff backoff) {

  public static final RetryPolicy NONE = new RetryPolicy(0, List.of(), Backoff.OF_JOBS);

  /// Where the job says nothing: what the job itself cannot be blamed for is tried once more.
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(
          1,
          List.of(
              ReasonCode.LOST,
              ReasonCode.INFRA,
              ReasonCode.STARTUP,
              ReasonCode.FETCH,
              ReasonCode.FLAKY),
          Backoff.OF_JOBS);

  public RetryPolicy {
    on = List.copyOf(on);
  }

  public boolean allows(int attempt, ReasonCode failure) {
    return attempt <= max && on.contains(failure);
  }
}
