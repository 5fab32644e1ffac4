package dev.pawl.core.plan;

import java.time.Duration;
import java.util.List;

/// Who must agree before a job, or a run, may go on.
///
/// @param reviewers who may: people, or teams as `team:ops`; empty for anybody
/// @param required how many distinct ones
/// @param expires how long they have
/// @param selfAllowed whether who started the run counts
public record Approval(
    List<String> reviewers, int required, Duration expires, boolean selfAllowed) {

  public static final Duration DEFAULT_EXPIRY = Duration.ofHours(24);

  public Approval {
    reviewers = List.copyOf(reviewers);
    if (required < 1) {
      throw new IllegalArgumentException("at least one approval, not " + required);
    }
  }

  public static Approval by(String... reviewers) {
    return new Approval(List.of(reviewers), 1, DEFAULT_EXPIRY, false);
  }

  /// Whether somebody with these names, the person's own and the teams', may approve.
  public boolean allows(List<String> names) {
    return reviewers.isEmpty() || names.stream().anyMatch(reviewers::contains);
  }
}
