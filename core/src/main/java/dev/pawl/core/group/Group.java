package dev.pawl.core.group;

import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A concurrency group: who holds a place, and who waits for one, in the order of arrival.
///
/// There is no counter. Who has a place is written here in the commit that gives or takes it, and
/// leaves in the commit that ends it; so nothing can leak.
///
/// @param members who is there, by arrival
/// @param arrivals how many there have been
public record Group(String key, List<GroupMember> members, long arrivals, long version)
    implements Aggregate {

  private static final String SCOPE = "#";
  private static final String WIDER = "org:";

  public Group {
    members = List.copyOf(members);
  }

  public static Group named(String key) {
    return new Group(key, List.of(), 0, 0);
  }

  /// The key of a group that a workflow of the repository names so. `org:` makes it wider.
  public static String keyOf(String repository, String name) {
    return name.startsWith(WIDER) ? name : repository + SCOPE + name;
  }

  /// What the workflow calls the group of that key.
  public static String nameOf(String key) {
    return key.startsWith(WIDER) ? key : key.substring(key.indexOf(SCOPE) + 1);
  }

  @Override
  public Kind kind() {
    return Kind.GROUP;
  }

  public List<GroupMember> holders() {
    return members.stream().filter(GroupMember::hasPlace).toList();
  }

  /// Who waits, and was not superseded while it did, in the order in which they are let in.
  public List<GroupMember> waiting() {
    return members.stream()
        .filter(member -> !member.hasPlace() && member.supersededBy() == 0)
        .toList();
  }

  public Optional<GroupMember> member(RunId run, int job) {
    return members.stream().filter(member -> member.is(run, job)).findFirst();
  }

  /// How many must leave, or go before it, until that one has a place.
  public int ahead(GroupMember member) {
    int waitingAhead = waiting().indexOf(member);
    return holders().size() + Math.max(waitingAhead, 0);
  }

  /// Whether there is a place for that one now, and nobody who waits comes first.
  public boolean admits(GroupMember member) {
    return waiting().contains(member) && ahead(member) < member.max();
  }

  public Group withMember(GroupMember member) {
    List<GroupMember> more = new ArrayList<>(members);
    more.add(member);
    return new Group(key, more, arrivals + 1, version);
  }

  /// With a member as it is now.
  public Group with(GroupMember member) {
    List<GroupMember> same =
        members.stream().map(one -> one.is(member.run(), member.job()) ? member : one).toList();
    return new Group(key, same, arrivals, version);
  }

  public Group withoutMember(RunId run, int job) {
    List<GroupMember> others = members.stream().filter(member -> !member.is(run, job)).toList();
    return new Group(key, others, arrivals, version);
  }

  @Override
  public Group committed() {
    return new Group(key, members, arrivals, version + 1);
  }
}
