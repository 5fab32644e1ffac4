package dev.pawl.server.doctor;

import dev.pawl.core.group.Group;
import dev.pawl.core.group.GroupMember;
import java.util.List;
import java.util.Optional;

/// What must be so of a concurrency group by itself.
final class GroupStateCheck {

  /// Each was let in by the maximum that it asked for itself, so the widest of them bounds them
  /// all.
  static Optional<String> violation(Group group) {
    List<GroupMember> holders = group.holders();
    int most = holders.stream().mapToInt(GroupMember::max).max().orElse(0);
    return holders.size() <= most
        ? Optional.empty()
        : Optional.of("%d hold a place, and at most %d may".formatted(holders.size(), most));
  }

  private GroupStateCheck() {}
}
