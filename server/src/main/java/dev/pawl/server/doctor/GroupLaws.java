package dev.pawl.server.doctor;

import dev.pawl.core.group.Group;
import dev.pawl.core.group.Member;
import java.util.List;
import java.util.Optional;

/// What must be so of a concurrency group by itself.
final class GroupLaws {

  /// Each was let in by the maximum that it asked for itself, so the widest of them bounds them
  /// all.
  static Optional<String> brokenBy(Group group) {
    List<Member> holders = group.holders();
    int most = holders.stream().mapToInt(Member::max).max().orElse(0);
    return holders.size() <= most
        ? Optional.empty()
        : Optional.of("%d hold a place, and at most %d may".formatted(holders.size(), most));
  }

  private GroupLaws() {}
}
