package dev.pawl.server.dispatch;

import dev.pawl.core.group.Group;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.plan.matrix.MatrixPolicy;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.store.QueuedAttempt;
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

/// Queued attempts that may not be leased yet, because others of their group or matrix go first.
/// They are tried again when something has changed there, and then only those that may go now.
///
/// Bounded: an attempt that finds no room is forgotten, and found again by a poll.
final class BlockedQueue {

  /// Place of a job in a group, or of a whole run.
  private record Spot(String group, RunId run, int job) {}

  /// Cells of one matrix that need the same labels.
  record MatrixCells(RunId run, String matrix, String runsOn) implements Comparable<MatrixCells> {

    private static final Comparator<MatrixCells> ORDER =
        Comparator.<MatrixCells, String>comparing(cells -> cells.run().value())
            .thenComparing(MatrixCells::matrix)
            .thenComparing(MatrixCells::runsOn);

    /// Before all others.
    static final MatrixCells FIRST = new MatrixCells(new RunId(""), "", "");

    /// The cells that a job is one of.
    static MatrixCells of(Run run, Job job) {
      return new MatrixCells(
          run.id(),
          job.planned().policy().matrix().map(MatrixPolicy::name).orElse(""),
          String.join(",", job.planned().runsOn()));
    }

    private MatrixCells first() {
      return new MatrixCells(run, matrix, "");
    }

    private boolean isOfTheSameMatrix(MatrixCells other) {
      return run.equals(other.run) && matrix.equals(other.matrix);
    }

    @Override
    public int compareTo(MatrixCells other) {
      return ORDER.compare(this, other);
    }
  }

  /// @param spots the groups in which it waits
  /// @param cells the cells of its matrix, for which it may have to wait
  private record Parked(QueuedAttempt ready, List<Spot> spots, MatrixCells cells) {}

  private final int most;
  private final Map<QueuedAttemptKey, Parked> all = new LinkedHashMap<>();
  private final NavigableMap<String, Map<Spot, NavigableSet<QueuedAttempt>>> byGroup =
      new TreeMap<>();
  private final NavigableMap<MatrixCells, NavigableSet<QueuedAttempt>> byMatrix = new TreeMap<>();

  BlockedQueue(int most) {
    this.most = most;
  }

  /// Adds an attempt of a run, unless there is no room.
  void add(QueuedAttempt ready, Run run) {
    Job job = run.job(ready.attempt().job());
    List<Spot> spots = new ArrayList<>();
    spot(run.place(), run, GroupMember.WHOLE_RUN).ifPresent(spots::add);
    spot(job.place(), run, job.index()).ifPresent(spots::add);
    add(new Parked(ready, spots, MatrixCells.of(run, job)));
  }

  private static Optional<Spot> spot(Optional<GroupPlace> place, Run run, int job) {
    return place.filter(held -> !held.isHeld()).map(held -> new Spot(held.group(), run.id(), job));
  }

  private void add(Parked parked) {
    if (all.size() >= most) {
      return;
    }
    all.put(QueuedAttemptKey.of(parked.ready()), parked);
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

  /// Removes an attempt. Returns it, and how to put it back.
  Optional<Removed> remove(QueuedAttemptKey key) {
    @Nullable Parked parked = all.remove(key);
    if (parked == null) {
      return Optional.empty();
    }
    for (Spot spot : parked.spots()) {
      Map<Spot, NavigableSet<QueuedAttempt>> group = byGroup.getOrDefault(spot.group(), Map.of());
      removeFrom(group, spot, parked.ready());
      if (group.isEmpty()) {
        byGroup.remove(spot.group());
      }
    }
    removeFrom(byMatrix, parked.cells(), parked.ready());
    return Optional.of(new Removed(parked.ready(), () -> add(parked)));
  }

  /// An attempt that was removed.
  record Removed(QueuedAttempt ready, Runnable putBack) {}

  private static <K> void removeFrom(
      Map<K, NavigableSet<QueuedAttempt>> index, K key, QueuedAttempt ready) {
    index.computeIfPresent(
        key,
        (_, some) -> {
          some.remove(ready);
          return some.isEmpty() ? null : some;
        });
  }

  boolean has(QueuedAttemptKey key) {
    return all.containsKey(key);
  }

  /// The attempts that a group admits in its present state. It costs as much as the change of the
  /// group, and those that are admitted.
  List<QueuedAttemptKey> admittedBy(Group group) {
    Map<Spot, NavigableSet<QueuedAttempt>> waiters = byGroup.getOrDefault(group.key(), Map.of());
    if (waiters.isEmpty()) {
      return List.of();
    }
    List<QueuedAttemptKey> admitted = new ArrayList<>();
    int known = 0;
    int ahead = holders(group);
    for (GroupMember member : group.members()) {
      boolean waits = !member.hasPlace() && member.supersededBy() == 0;
      @Nullable NavigableSet<QueuedAttempt> some = waiters.get(spot(group, member));
      if (some != null) {
        known++;
        if (member.hasPlace() || (waits && ahead < member.max())) {
          some.forEach(ready -> admitted.add(QueuedAttemptKey.of(ready)));
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
    for (GroupMember member : group.members()) {
      holders += member.hasPlace() ? 1 : 0;
    }
    return holders;
  }

  private static Spot spot(Group group, GroupMember member) {
    return new Spot(group.key(), member.run(), member.job());
  }

  /// The attempts that are not members in this state of the group: they are tried again.
  private static List<QueuedAttemptKey> strangersTo(
      Group group, Map<Spot, NavigableSet<QueuedAttempt>> waiters) {
    Set<Spot> strangers = new LinkedHashSet<>(waiters.keySet());
    group.members().forEach(member -> strangers.remove(spot(group, member)));
    return strangers.stream()
        .flatMap(spot -> waiters.getOrDefault(spot, new TreeSet<>(FairShare.BY_AGE)).stream())
        .map(QueuedAttemptKey::of)
        .toList();
  }

  /// The oldest blocked cells of a matrix, for each set of labels: one may be leased where another
  /// finds no agent.
  List<QueuedAttemptKey> nextOf(MatrixCells cells) {
    if (byMatrix.isEmpty()) {
      return List.of(); // as at most changes
    }
    return byMatrix.tailMap(cells.first(), true).entrySet().stream()
        .takeWhile(entry -> entry.getKey().isOfTheSameMatrix(cells))
        .map(entry -> QueuedAttemptKey.of(entry.getValue().first()))
        .toList();
  }

  /// Groups with blocked attempts.
  List<String> groups(String after, int most) {
    return byGroup.isEmpty()
        ? List.of()
        : byGroup.tailMap(after, false).keySet().stream().limit(most).toList();
  }

  /// Matrices with blocked attempts.
  List<MatrixCells> matrices(MatrixCells after, int most) {
    return byMatrix.isEmpty()
        ? List.of()
        : byMatrix.tailMap(after, false).keySet().stream().limit(most).toList();
  }

  List<BoundedSize> sizes() {
    return List.of(
        new BoundedSize("BlockedQueue.all", all.size(), most),
        new BoundedSize(
            "BlockedQueue.byGroup", byGroup.size(), 2L * all.size()), // its own, and its run's
        new BoundedSize("BlockedQueue.byMatrix", byMatrix.size(), all.size()));
  }
}
