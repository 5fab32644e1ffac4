package dev.pawl.simulation.mutants;

import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.DecisionContext;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.group.Group;
import dev.pawl.core.group.GroupMember;
import java.util.List;

/// A decision context whose groups have one place more than they should.
record EnlargedGroups(DecisionContext around) implements ChangedContext {

  @Override
  public Group group(String key) {
    return with(around.group(key), 1);
  }

  private static Group with(Group group, int room) {
    List<GroupMember> members =
        group.members().stream()
            .map(one ->
                new GroupMember(
                    one.run(),
                    one.repository(),
                    one.number(),
                    one.job(),
                    one.attempt(),
                    one.arrival(),
                    one.max() + room,
                    one.hasPlace(),
                    one.supersededBy()))
            .toList();
    return new Group(group.key(), members, group.arrivals(), group.version());
  }

  /// The decision with the real sizes of the groups.
  Decision asItWas(Decision.Accepted accepted) {
    List<Revision> revisions =
        accepted.revisions().stream()
            .map(one ->
                one.after() instanceof Group group
                    ? new Revision(with(group, -1), one.transitions())
                    : one)
            .toList();
    return new Decision.Accepted(
        revisions, accepted.reads(), accepted.effects(), accepted.renewed());
  }
}
