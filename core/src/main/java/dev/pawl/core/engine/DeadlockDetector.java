package dev.pawl.core.engine;

import dev.pawl.core.command.Effect;
import dev.pawl.core.group.Group;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.run.GroupPlace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Detects deadlocks of concurrency groups: runs that wait for each other's places. Only a whole
/// run can hold one place while it waits for another; a job takes its place with its lease and
/// waits for nothing after that. A cycle therefore goes through whole runs, and through members
/// that merely stand ahead of others in a queue, because the oldest is served first.
///
/// A member waits forever if as many members that never leave are ahead of it as the group has
/// places. The search starts with all waiting members as stuck and removes each one that can still
/// get a place, until nothing changes. Each pass goes along every queue once.
final class DeadlockDetector {

  /// A member that waits for a place in a group.
  private record Wait(String group, GroupMember member) {}

  private final DecisionDraft draft;
  private final Wait first;

  /// The members of each relevant group: those that stay as long as their run, then those that
  /// wait.
  private final Map<String, List<GroupMember>> queues = new LinkedHashMap<>();

  /// The places that a run and its jobs wait for.
  private final Map<RunId, List<Wait>> waits = new LinkedHashMap<>();

  private final List<GroupMember> gone = new ArrayList<>();

  private DeadlockDetector(DecisionDraft draft, Wait first) {
    this.draft = draft;
    this.first = first;
    waits.put(first.member().run(), List.of(first)); // what else it waits for was looked at before
    Deque<String> open = new ArrayDeque<>(List.of(first.group()));
    while (!open.isEmpty()) {
      String group = open.pop();
      if (!queues.containsKey(group)) {
        List<GroupMember> queue = queue(group);
        queues.put(group, queue);
        queue.forEach(member -> waitsOf(member).forEach(wait -> open.add(wait.group())));
      }
    }
  }

  /// The reason to reject a newcomer that closes a cycle as its newest member. If others in the
  /// cycle are newer, they are cancelled instead.
  static Optional<Reason> rejection(DecisionDraft draft, String key, GroupMember newcomer) {
    Optional<GroupPlace> own = draft.run().place();
    if (newcomer.job() == GroupMember.WHOLE_RUN || own.isEmpty()) {
      return Optional.empty(); // nobody waits for it
    }
    // Read, so that of two who close a circle at the same time the second one sees it.
    draft.group(own.get().group());
    var reason =
        Reason.of(
            ReasonCode.REJECTED,
            "to wait for %s would never end: who holds it waits for what run #%d holds"
                .formatted(Group.nameOf(key), newcomer.number()));
    var circles = new DeadlockDetector(draft, new Wait(key, newcomer));
    for (var newest = circles.newest(); newest.isPresent(); newest = circles.newest()) {
      if (newest.get().equals(newcomer)) {
        return Optional.of(reason); // without it, the others have something to hope for
      }
      circles.gone.add(newest.get());
    }
    circles.gone.forEach(member ->
        draft.addEffect(new Effect.AskRun(member.run(), ConcurrencyGroups.cancel(member, reason))));
    return Optional.empty();
  }

  private List<GroupMember> queue(String group) {
    List<GroupMember> queue = new ArrayList<>();
    draft.group(group).holders().stream()
        .filter(member -> member.job() == GroupMember.WHOLE_RUN) // a job that has its place ends
        .forEach(queue::add);
    queue.addAll(draft.group(group).waiting());
    return queue;
  }

  /// The waits that must end before a member leaves its group: for a whole run, all its other
  /// waits; for a job, those of its run.
  private List<Wait> waitsOf(GroupMember member) {
    return waits.computeIfAbsent(member.run(), this::waitsOf).stream()
        .filter(wait ->
            member.job() == GroupMember.WHOLE_RUN
                ? !wait.member().equals(member)
                : wait.member().job() == GroupMember.WHOLE_RUN)
        .toList();
  }

  private List<Wait> waitsOf(RunId run) {
    List<Wait> found = new ArrayList<>();
    for (GroupPlace place : draft.groupPlaces(run)) {
      draft.group(place.group()).waiting().stream()
          .filter(member -> member.run().equals(run))
          .forEach(member -> found.add(new Wait(place.group(), member)));
    }
    return found;
  }

  /// The newest member of a cycle through the newcomer, if there is one.
  private Optional<GroupMember> newest() {
    Set<Wait> circle = leadingToTheFirst(stuck());
    if (!circle.contains(first)) {
      return Optional.empty();
    }
    GroupMember newest = first.member();
    Deque<Wait> open = new ArrayDeque<>(List.of(first));
    Set<Wait> seen = new LinkedHashSet<>(open);
    while (!open.isEmpty()) {
      Wait wait = open.pop();
      for (GroupMember member : before(wait)) {
        List<Wait> owed = waitsOf(member).stream().filter(circle::contains).toList();
        boolean isNewer = !owed.isEmpty() && member.number() > newest.number();
        newest = isNewer ? member : newest;
        owed.stream().filter(seen::add).forEach(open::add);
      }
    }
    return Optional.of(newest);
  }

  private List<GroupMember> before(Wait wait) {
    List<GroupMember> queue = there(wait.group());
    return queue.subList(0, queue.indexOf(wait.member()));
  }

  /// The members of the group that were not chosen for cancellation.
  private List<GroupMember> there(String group) {
    return queues.getOrDefault(group, List.of()).stream()
        .filter(member ->
            gone.stream()
                .noneMatch(one ->
                    one.job() == GroupMember.WHOLE_RUN
                        ? one.run().equals(member.run())
                        : one.equals(member)))
        .toList();
  }

  private Set<Wait> stuck() {
    Set<Wait> stuck = new LinkedHashSet<>();
    for (String group : queues.keySet()) {
      there(group).stream()
          .filter(member -> !member.hasPlace())
          .forEach(member -> stuck.add(new Wait(group, member)));
    }
    boolean isAnyLetGo = true;
    while (isAnyLetGo) {
      isAnyLetGo = false;
      for (String group : queues.keySet()) {
        int lasting = 0;
        for (GroupMember member : there(group)) {
          var wait = new Wait(group, member);
          isAnyLetGo |= lasting < member.max() && stuck.remove(wait);
          boolean isLasting =
              stuck.contains(wait) || waitsOf(member).stream().anyMatch(stuck::contains);
          lasting += isLasting ? 1 : 0;
        }
      }
    }
    return stuck;
  }

  /// The stuck waits behind a member that, directly or through others, waits for the newcomer's
  /// run.
  private Set<Wait> leadingToTheFirst(Set<Wait> stuck) {
    Set<Wait> leading = new LinkedHashSet<>();
    boolean isAnyFound = true;
    while (isAnyFound) {
      isAnyFound = false;
      for (String group : queues.keySet()) {
        boolean isLed = false;
        for (GroupMember member : there(group)) {
          var wait = new Wait(group, member);
          isAnyFound |= isLed && stuck.contains(wait) && leading.add(wait);
          isLed |=
              waitsOf(member).stream()
                  .anyMatch(owed ->
                      (owed.equals(first) && stuck.contains(first)) || leading.contains(owed));
        }
      }
    }
    return leading;
  }
}
