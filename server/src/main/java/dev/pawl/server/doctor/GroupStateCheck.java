package dev.pawl.server.doctor;

import dev.pawl.core.group.Group;
import dev.pawl.core.group.GroupMember;
import java.util.List;
import java.util.Optional;

/// Checks the invariant of a concurrency group: no more holders than allowed.
final class GroupStateCheck {

  /// Each holder got its place by the maximum of its own workflow, so the greatest of these is the
  /// limit.
  static Optional<String> violation(Group group) {
    List<GroupMember> holders = group.holders();
    int limit = holders.stream().mapToInt(GroupMember::max).max().orElse(0);
    return holders.size() <= limit
        ? Optional.empty()
        : Optional.of(
            "%d members hold a place, at most %d are allowed".formatted(holders.size(), limit));
  }

  private GroupStateCheck() {}
}
