package dev.pawl.core.run;

import dev.pawl.core.plan.Approval;
import java.util.ArrayList;
import java.util.List;

/// The approvals that a hold has been given so far.
///
/// @param reviewers the people who approved, in order
/// @param isByOwner whether one of them owns the local store, whose approval counts for all that
///   are required
public record GivenApprovals(List<String> reviewers, boolean isByOwner) {

  public static final GivenApprovals NONE = new GivenApprovals(List.of(), false);

  public GivenApprovals {
    reviewers = List.copyOf(reviewers);
  }

  /// Whether nothing more is needed.
  public boolean isEnough(Approval wanted) {
    return missing(wanted) == 0;
  }

  /// The number of approvals that are still needed.
  public int missing(Approval wanted) {
    return isByOwner ? 0 : Math.max(0, wanted.required() - reviewers.size());
  }

  public GivenApprovals and(String reviewer, boolean isOwner) {
    List<String> more = new ArrayList<>(reviewers);
    more.add(reviewer);
    return new GivenApprovals(more, isByOwner || isOwner);
  }
}
