package dev.pawl.server.runtime;

import dev.pawl.core.group.Group;
import dev.pawl.core.group.Member;
import dev.pawl.core.run.Place;
import dev.pawl.core.run.Run;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is queued and may not be leased yet: others of its group, or of its matrix, go first. It is
/// not tried again before something has changed there.
final class Parking {

  /// @param groups in which it waits for a place; none if it waits for its matrix
  record Parked(Ready ready, List<String> groups) {}

  private final Map<InQueue, Parked> all = new LinkedHashMap<>();
  private final Map<String, Set<InQueue>> byGroup = new LinkedHashMap<>();
  private final Map<String, Set<InQueue>> byRun = new LinkedHashMap<>();

  /// For what an attempt of the run would have to wait.
  static Parked of(Ready ready, Run run) {
    List<String> groups = new ArrayList<>();
    waits(run.place()).ifPresent(groups::add);
    waits(run.job(ready.attempt().job()).place()).ifPresent(groups::add);
    return new Parked(ready, groups);
  }

  private static Optional<String> waits(Optional<Place> place) {
    return place.filter(held -> !held.isTaken()).map(Place::group);
  }

  void add(Parked parked) {
    InQueue key = InQueue.of(parked.ready());
    all.put(key, parked);
    byRun.computeIfAbsent(key.run().value(), _ -> new LinkedHashSet<>()).add(key);
    parked
        .groups()
        .forEach(group -> byGroup.computeIfAbsent(group, _ -> new LinkedHashSet<>()).add(key));
  }

  Optional<Parked> remove(InQueue key) {
    @Nullable Parked parked = all.remove(key);
    if (parked == null) {
      return Optional.empty();
    }
    removeFrom(byRun, key.run().value(), key);
    parked.groups().forEach(group -> removeFrom(byGroup, group, key));
    return Optional.of(parked);
  }

  private static void removeFrom(Map<String, Set<InQueue>> index, String name, InQueue key) {
    index.computeIfPresent(
        name,
        (_, keys) -> {
          keys.remove(key);
          return keys.isEmpty() ? null : keys;
        });
  }

  boolean has(InQueue key) {
    return all.containsKey(key);
  }

  /// Those whom the group lets in as it is now.
  List<InQueue> admittedBy(Group group) {
    return byGroup.getOrDefault(group.key(), Set.of()).stream()
        .filter(key -> isAdmitted(group, key))
        .toList();
  }

  /// One that is no member is not there in this state of the group: it is asked again.
  private static boolean isAdmitted(Group group, InQueue key) {
    Optional<Member> member =
        group
            .member(key.run(), key.attempt().job())
            .or(() -> group.member(key.run(), Member.WHOLE_RUN));
    return member.map(one -> one.isPlaced() || group.admits(one)).orElse(true);
  }

  /// Those of the run that wait for its matrix, oldest first.
  List<InQueue> ofMatrixIn(String run) {
    return byRun.getOrDefault(run, Set.of()).stream()
        .filter(key -> {
          Parked parked = all.get(key);
          return parked != null && parked.groups().isEmpty();
        })
        .toList();
  }

  List<String> groups() {
    return List.copyOf(byGroup.keySet());
  }

  List<String> runs() {
    return List.copyOf(byRun.keySet());
  }
}
