package dev.pawl.core.engine;

import dev.pawl.core.group.Member;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.run.Place;
import dev.pawl.core.run.RunId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Runs that hold what the other waits for. Only a run as a whole can hold a place while it waits
/// for another: a job takes its place with its lease, and waits for nothing after that. So a circle
/// goes through whole runs; but also through who merely stands before another in a queue, because
/// the oldest goes first.
final class Circles {

  /// Somebody who waits for a place in a group.
  private record Wait(String group, Member member) {}

  /// Why a newcomer cannot stay, if it has closed a circle and is the newest in it. A newer one is
  /// asked to go instead.
  static Optional<Reason> closedBy(Draft draft, String key, Member newcomer) {
    Map<RunId, Member> reachedAs = new LinkedHashMap<>();
    Deque<Wait> open = new ArrayDeque<>(List.of(new Wait(key, newcomer)));
    Set<Wait> seen = new LinkedHashSet<>(open);
    while (!open.isEmpty()) {
      for (Member blocker : blockersOf(draft, open.pop())) {
        if (blocker.is(newcomer.run(), Member.WHOLE_RUN)) {
          return broken(draft, key, newcomer, reachedAs);
        }
        if (!blocker.run().equals(newcomer.run())) {
          reachedAs.putIfAbsent(blocker.run(), blocker);
          waitsOf(draft, blocker).stream().filter(seen::add).forEach(open::add);
        }
      }
    }
    return Optional.empty();
  }

  /// Who may keep somebody waiting for ever; nobody, if there are places beside theirs. A job that
  /// has its place is none of them: it ends.
  private static List<Member> blockersOf(Draft draft, Wait wait) {
    List<Member> blockers =
        draft.group(wait.group()).members().stream()
            .filter(member ->
                member.isPlaced()
                    ? member.job() == Member.WHOLE_RUN
                    : member.supersededBy() == 0 && member.arrival() < wait.member().arrival())
            .toList();
    return blockers.size() < wait.member().max() ? List.of() : blockers;
  }

  /// What must come before somebody leaves its group: for a run as a whole, every place that it
  /// waits for; for a job, its run's.
  private static List<Wait> waitsOf(Draft draft, Member member) {
    List<Wait> waits = new ArrayList<>();
    for (Place place : draft.places(member.run())) {
      for (Member one : draft.group(place.group()).members()) {
        boolean isOwed =
            one.run().equals(member.run())
                && !one.isPlaced()
                && (member.job() == Member.WHOLE_RUN || one.job() == Member.WHOLE_RUN);
        if (isOwed) {
          waits.add(new Wait(place.group(), one));
        }
      }
    }
    return waits;
  }

  private static Optional<Reason> broken(
      Draft draft, String key, Member newcomer, Map<RunId, Member> others) {
    Member newest = newcomer;
    for (Member member : others.values()) {
      newest = member.number() > newest.number() ? member : newest;
    }
    var reason =
        Reason.of(
            ReasonCode.REJECTED,
            "to wait for %s would never end: who holds it waits for what run #%d holds"
                .formatted(key.substring(key.indexOf('/') + 1), newcomer.number()));
    if (newest.equals(newcomer)) {
      return Optional.of(reason);
    }
    draft.tell(new Effect.AskRun(newest.run(), Grouping.cancel(newest, reason)));
    return Optional.empty();
  }

  private Circles() {}
}
