package dev.pawl.core.group;

import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.RepositoryKey;
import dev.pawl.core.identity.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A concurrency group: the members that hold a place and those that wait for one, in order of
/// arrival.
///
/// There is no counter. A place is written here in the commit that gives or takes it, and removed
/// in the commit that ends its holder, so no place can leak. Only a holder that may have left
/// processes stays, until a deadline of its run.
///
/// @param members the members by arrival
/// @param arrivals the number of members that ever joined
public record Group(String key, List<GroupMember> members, long arrivals, long version)
    implements Aggregate {

  private static final String OF_ORG = ":";
  private static final String OF_REPOSITORY = "#";
  private static final String WIDER = "org:";

  public Group {
    members = List.copyOf(members);
  }

  public static Group named(String key) {
    return new Group(key, List.of(), 0, 0);
  }

  /// The key of the group that a workflow of the repository calls `name`. With `org:` the group is
  /// shared by all repositories of the org: it is that of no repository, since there may be one on
  /// a host that is called `org`.
  public static String keyOf(RepositoryKey of, String name) {
    String repository = name.startsWith(WIDER) ? "" : of.repository();
    return of.org() + OF_ORG + repository + OF_REPOSITORY + name;
  }

  /// The name by which workflows refer to the group of that key.
  public static String nameOf(String key) {
    return key.substring(key.indexOf(OF_REPOSITORY) + 1);
  }

  @Override
  public Kind kind() {
    return Kind.GROUP;
  }

  public List<GroupMember> holders() {
    return members.stream().filter(GroupMember::hasPlace).toList();
  }

  /// The members that wait and were not superseded, in the order in which they get places.
  public List<GroupMember> waiting() {
    return members.stream()
        .filter(member -> !member.hasPlace() && member.supersededBy() == 0)
        .toList();
  }

  public Optional<GroupMember> member(RunId run, int job) {
    return members.stream().filter(member -> member.is(run, job)).findFirst();
  }

  /// The number of members that hold a place or are ahead in the queue.
  public int ahead(GroupMember member) {
    int waitingAhead = waiting().indexOf(member);
    return holders().size() + Math.max(waitingAhead, 0);
  }

  /// Whether the member may take a place now, with nobody ahead of it.
  public boolean admits(GroupMember member) {
    return waiting().contains(member) && ahead(member) < member.max();
  }

  public Group withMember(GroupMember member) {
    List<GroupMember> more = new ArrayList<>(members);
    more.add(member);
    return new Group(key, more, arrivals + 1, version);
  }

  /// The group with the current data of a member.
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
