package dev.pawl.core.plan;

import dev.pawl.core.lifecycle.ReasonCode;
import java.util.List;

/// The retries of a job by policy.
///
/// @param max the most retries after the first attempt
/// @param on the failure classes that are retried
public record RetryPolicy(int max, List<ReasonCode> on, Backoff backoff) {

  public static final RetryPolicy NONE = new RetryPolicy(0, List.of(), Backoff.OF_JOBS);

  /// The default: a failure that is not the job's own is retried once.
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
