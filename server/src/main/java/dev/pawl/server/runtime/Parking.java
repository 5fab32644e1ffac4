package dev.pawl.server.runtime;

import dev.pawl.core.group.Group;
import dev.pawl.core.group.Member;
import dev.pawl.core.plan.Matrix;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Place;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What is queued and may not be leased yet: others of its group, or of its matrix, go first. It is
/// not tried again before something has changed there; and then only those are who may go now.
///
/// Bounded: whoever finds no room is forgotten, and found again by a poll.
final class Parking {

  /// Where somebody waits in a group: a job, or the whole run of one.
  private record Spot(String group, RunId run, int job) {}

  /// The cells of one matrix that are for the same agents.
  record Cells(RunId run, String matrix, String runsOn) implements Comparable<Cells> {

    private static final Comparator<Cells> ORDER =
        Comparator.<Cells, String>comparing(cells -> cells.run().value())
            .thenComparing(Cells::matrix)
            .thenComparing(Cells::runsOn);

    /// Before all of them.
    static final Cells FIRST = new Cells(new RunId(""), "", "");

    /// Those that the job is one of.
    static Cells of(Run run, Job job) {
      return new Cells(
          run.id(),
          job.planned().policy().matrix().map(Matrix::name).orElse(""),
          String.join(",", job.planned().runsOn()));
    }

    private Cells first() {
      return new Cells(run, matrix, "");
    }

    private boolean isOfTheSameMatrix(Cells other) {
      return run.equals(other.run) && matrix.equals(other.matrix);
    }

    @Override
    public int compareTo(Cells other) {
      return ORDER.compare(this, other);
    }
  }

  /// @param spots where it waits for a place
  /// @param cells for whom else of its matrix it may have to wait
  private record Parked(Ready ready, List<Spot> spots, Cells cells) {}

  private final int most;
  private final Map<InQueue, Parked> all = new LinkedHashMap<>();
  private final NavigableMap<String, Map<Spot, NavigableSet<Ready>>> byGroup = new TreeMap<>();
  private final NavigableMap<Cells, NavigableSet<Ready>> byMatrix = new TreeMap<>();

  Parking(int most) {
    this.most = most;
  }

  /// Parks an attempt of the run, unless there is no room.
  void add(Ready ready, Run run) {
    Job job = run.job(ready.attempt().job());
    List<Spot> spots = new ArrayList<>();
    spot(run.place(), run, Member.WHOLE_RUN).ifPresent(spots::add);
    spot(job.place(), run, job.index()).ifPresent(spots::add);
    add(new Parked(ready, spots, Cells.of(run, job)));
  }

  private static Optional<Spot> spot(Optional<Place> place, Run run, int job) {
    return place.filter(held -> !held.isTaken()).map(held -> new Spot(held.group(), run.id(), job));
  }

  private void add(Parked parked) {
    if (all.size() >= most) {
      return;
    }
    all.put(InQueue.of(parked.ready()), parked);
    for (Spot spot : parked.spots()) {
      byGroup
          .computeIfAbsent(spot.group(), _ -> new LinkedHashMap<>())
          .computeIfAbsent(spot, _ -> new TreeSet<>(FairShare.BY_AGE))
          .add(parked.ready());
    }
    byMatrix
        .computeIfAbsent(parked.cells(), _ -> new TreeSet<>(FairShare.BY_AGE))
        .add(parked.ready());
  }

  /// Takes it away. Gives it, and how to put it back.
  Optional<Removed> remove(InQueue key) {
    @Nullable Parked parked = all.remove(key);
    if (parked == null) {
      return Optional.empty();
    }
    for (Spot spot : parked.spots()) {
      Map<Spot, NavigableSet<Ready>> group = byGroup.getOrDefault(spot.group(), Map.of());
      removeFrom(group, spot, parked.ready());
      if (group.isEmpty()) {
        byGroup.remove(spot.group());
      }
    }
    removeFrom(byMatrix, parked.cells(), parked.ready());
    return Optional.of(new Removed(parked.ready(), () -> add(parked)));
  }

  /// What was parked.
  record Removed(Ready ready, Runnable putBack) {}

  private static <K> void removeFrom(Map<K, NavigableSet<Ready>> index, K key, Ready ready) {
    index.computeIfPresent(
        key,
        (_, some) -> {
          some.remove(ready);
          return some.isEmpty() ? null : some;
        });
  }

  boolean has(InQueue key) {
    return all.containsKey(key);
  }

  /// Those whom the group lets in as it is now. It costs what the group's own change did, and those
  /// who are let in.
  List<InQueue> admittedBy(Group group) {
    Map<Spot, NavigableSet<Ready>> waiters = byGroup.getOrDefault(group.key(), Map.of());
    if (waiters.isEmpty()) {
      return List.of();
    }
    List<InQueue> admitted = new ArrayList<>();
    int known = 0;
    int ahead = holders(group);
    for (Member member : group.members()) {
      boolean waits = !member.isPlaced() && member.supersededBy() == 0;
      @Nullable NavigableSet<Ready> some = waiters.get(spot(group, member));
      if (some != null) {
        known++;
        if (member.isPlaced() || (waits && ahead < member.max())) {
          some.forEach(ready -> admitted.add(InQueue.of(ready)));
        }
      }
      ahead += waits ? 1 : 0;
    }
    if (known < waiters.size()) {
      admitted.addAll(strangersTo(group, waiters));
    }
    return admitted;
  }

  private static int holders(Group group) {
    int holders = 0;
    for (Member member : group.members()) {
      holders += member.isPlaced() ? 1 : 0;
    }
    return holders;
  }

  private static Spot spot(Group group, Member member) {
    return new Spot(group.key(), member.run(), member.job());
  }

  /// Who is no member is not there in this state of the group: it is asked again.
  private static List<InQueue> strangersTo(Group group, Map<Spot, NavigableSet<Ready>> waiters) {
    Set<Spot> strangers = new LinkedHashSet<>(waiters.keySet());
    group.members().forEach(member -> strangers.remove(spot(group, member)));
    return strangers.stream()
        .flatMap(spot -> waiters.getOrDefault(spot, new TreeSet<>(FairShare.BY_AGE)).stream())
        .map(InQueue::of)
        .toList();
  }

  /// The oldest of the cells of a matrix that wait, for each kind of agent: one of them may go
  /// where another finds nobody.
  List<InQueue> nextOf(Cells cells) {
    return byMatrix.tailMap(cells.first(), true).entrySet().stream()
        .takeWhile(entry -> entry.getKey().isOfTheSameMatrix(cells))
        .map(entry -> InQueue.of(entry.getValue().first()))
        .toList();
  }

  /// Groups in which somebody waits.
  List<String> groups(String after, int most) {
    return byGroup.tailMap(after, false).keySet().stream().limit(most).toList();
  }

  /// Matrices of which somebody waits.
  List<Cells> matrices(Cells after, int most) {
    return byMatrix.tailMap(after, false).keySet().stream().limit(most).toList();
  }

  List<Bounded> sizes() {
    return List.of(
        new Bounded("Parking.all", all.size(), most),
        new Bounded("Parking.byGroup", byGroup.size(), 2L * all.size()), // its own, and its run's
        new Bounded("Parking.byMatrix", byMatrix.size(), all.size()));
  }
}
