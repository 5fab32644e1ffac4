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
/// that merely stand ahead of others in a queue, because the oldest is served newcomer.
///
/// A member waits forever if as many members that never leave are ahead of it as the group has
/// places. The search starts with all waiting members as stuck and removes each one that can still
/// get a place, until nothing changes. Each pass goes along every queue once.
final class DeadlockDetector {

  /// A member that waits for a place in a group.
  private record Wait(String group, GroupMember member) {}

  private final DecisionDraft draft;
  private final Wait newcomer;

  /// The members of each relevant group: those that stay as long as their run, then those that
  /// wait.
  private final Map<String, List<GroupMember>> queues = new LinkedHashMap<>();

  /// The places that a run and its jobs wait for.
  private final Map<RunId, List<Wait>> waits = new LinkedHashMap<>();

  private final List<GroupMember> cancelled = new ArrayList<>();

  private DeadlockDetector(DecisionDraft draft, Wait newcomer) {
    this.draft = draft;
    this.newcomer = newcomer;
    waits.put(newcomer.member().run(), List.of(newcomer)); // its other waits were checked before
    Deque<String> open = new ArrayDeque<>(List.of(newcomer.group()));
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
      return Optional.empty(); // no other run waits for it
    }
    // A read of this version: of two decisions that close a cycle concurrently, one must fail.
    draft.group(own.get().group());
    var reason =
        Reason.of(
            ReasonCode.REJECTED,
            "deadlock: the holder of '%s' waits for a place that run #%d holds"
                .formatted(Group.nameOf(key), newcomer.number()));
    var detector = new DeadlockDetector(draft, new Wait(key, newcomer));
    for (var newest = detector.newestInCycle();
        newest.isPresent();
        newest = detector.newestInCycle()) {
      if (newest.get().equals(newcomer)) {
        return Optional.of(reason); // without it there is no cycle
      }
      detector.cancelled.add(newest.get());
    }
    detector.cancelled.forEach(member ->
        draft.addEffect(new Effect.AskRun(member.run(), ConcurrencyGroups.cancel(member, reason))));
    return Optional.empty();
  }

  private List<GroupMember> queue(String group) {
    List<GroupMember> queue = new ArrayList<>();
    draft.group(group).holders().stream()
        .filter(
            member -> member.job() == GroupMember.WHOLE_RUN) // a job with a place ends by itself
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
  private Optional<GroupMember> newestInCycle() {
    Set<Wait> cycle = leadingToNewcomer(stuckWaits());
    if (!cycle.contains(newcomer)) {
      return Optional.empty();
    }
    GroupMember newest = newcomer.member();
    Deque<Wait> open = new ArrayDeque<>(List.of(newcomer));
    Set<Wait> seen = new LinkedHashSet<>(open);
    while (!open.isEmpty()) {
      Wait wait = open.pop();
      for (GroupMember member : ahead(wait)) {
        List<Wait> memberWaits = waitsOf(member).stream().filter(cycle::contains).toList();
        boolean isNewer = !memberWaits.isEmpty() && member.number() > newest.number();
        newest = isNewer ? member : newest;
        memberWaits.stream().filter(seen::add).forEach(open::add);
      }
    }
    return Optional.of(newest);
  }

  private List<GroupMember> ahead(Wait wait) {
    List<GroupMember> queue = remaining(wait.group());
    return queue.subList(0, queue.indexOf(wait.member()));
  }

  /// The members of the group that were not chosen for cancellation.
  private List<GroupMember> remaining(String group) {
    return queues.getOrDefault(group, List.of()).stream()
        .filter(member ->
            cancelled.stream()
                .noneMatch(one ->
                    one.job() == GroupMember.WHOLE_RUN
                        ? one.run().equals(member.run())
                        : one.equals(member)))
        .toList();
  }

  private Set<Wait> stuckWaits() {
    Set<Wait> stuck = new LinkedHashSet<>();
    for (String group : queues.keySet()) {
      remaining(group).stream()
          .filter(member -> !member.hasPlace())
          .forEach(member -> stuck.add(new Wait(group, member)));
    }
    boolean hasChanged = true;
    while (hasChanged) {
      hasChanged = false;
      for (String group : queues.keySet()) {
        int permanent = 0;
        for (GroupMember member : remaining(group)) {
          var wait = new Wait(group, member);
          hasChanged |= permanent < member.max() && stuck.remove(wait);
          boolean isPermanent =
              stuck.contains(wait) || waitsOf(member).stream().anyMatch(stuck::contains);
          permanent += isPermanent ? 1 : 0;
        }
      }
    }
    return stuck;
  }

  /// The stuck waits behind a member that, directly or through others, waits for the newcomer's
  /// run.
  private Set<Wait> leadingToNewcomer(Set<Wait> stuck) {
    Set<Wait> leading = new LinkedHashSet<>();
    boolean hasChanged = true;
    while (hasChanged) {
      hasChanged = false;
      for (String group : queues.keySet()) {
        boolean isBehind = false;
        for (GroupMember member : remaining(group)) {
          var wait = new Wait(group, member);
          hasChanged |= isBehind && stuck.contains(wait) && leading.add(wait);
          isBehind |=
              waitsOf(member).stream()
                  .anyMatch(other ->
                      (other.equals(newcomer) && stuck.contains(newcomer))
                          || leading.contains(other));
        }
      }
    }
    return leading;
  }
}
