package dev.pawl.core.plan;

import java.time.Duration;
import java.util.List;

/// The approval that a job or a run needs before it may continue.
///
/// @param reviewers the people or teams (`team:ops`) that may approve; empty for anybody
/// @param required the number of distinct reviewers
/// @param expires how long they have
/// @param selfAllowed whether the person who started the run counts
public record Approval(
    List<String> reviewers, int required, Duration expires, boolean selfAllowed) {

  public static final Duration DEFAULT_EXPIRY = Duration.ofHours(24);

  public Approval {
    reviewers = List.copyOf(reviewers);
    if (required < 1) {
      throw new IllegalArgumentException("at least one approval is required, not " + required);
    }
  }

  public static Approval by(String... reviewers) {
    return new Approval(List.of(reviewers), 1, DEFAULT_EXPIRY, false);
  }

  /// A description of the approvals that are missing: `2 approvals by team:ops or team:release`.
  public static String missing(int missing, List<String> reviewers) {
    String count = missing == 1 ? "one approval" : missing + " approvals";
    if (reviewers.isEmpty()) {
      return count;
    }
    String last = reviewers.getLast();
    List<String> others = reviewers.subList(0, reviewers.size() - 1);
    return "%s by %s"
        .formatted(count, others.isEmpty() ? last : String.join(", ", others) + " or " + last);
  }

  /// Whether a person with these names, their own and their teams', may approve.
  public boolean allows(List<String> names) {
    return reviewers.isEmpty() || names.stream().anyMatch(reviewers::contains);
  }
}
