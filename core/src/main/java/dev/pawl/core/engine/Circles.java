package dev.pawl.core.engine;

import dev.pawl.core.group.Group;
import dev.pawl.core.group.Member;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.run.Place;
import dev.pawl.core.run.RunId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Runs that hold what the other waits for. Only a run as a whole can hold a place while it waits
/// for another: a job takes its place with its lease, and waits for nothing after that. So a circle
/// goes through whole runs.
final class Circles {

  /// Why a newcomer cannot stay, if it has closed a circle and is the newest in it. A newer one is
  /// asked to go instead.
  static Optional<Reason> closedBy(Draft draft, String key, Member newcomer) {
    Map<RunId, Member> reachedAs = new LinkedHashMap<>();
    Deque<String> open = new ArrayDeque<>(List.of(key));
    Set<String> seen = new LinkedHashSet<>(open);
    while (!open.isEmpty()) {
      Group group = draft.group(open.pop());
      for (Member holder : group.holders()) {
        if (holder.job() != Member.WHOLE_RUN || reachedAs.containsKey(holder.run())) {
          continue;
        }
        if (holder.run().equals(newcomer.run())) {
          return broken(draft, key, newcomer, reachedAs);
        }
        reachedAs.put(holder.run(), holder);
        for (Place place : draft.places(holder.run())) {
          if (!place.isTaken() && seen.add(place.group())) {
            open.add(place.group());
          }
        }
      }
    }
    return Optional.empty();
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
