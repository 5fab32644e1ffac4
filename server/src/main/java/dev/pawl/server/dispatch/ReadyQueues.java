package dev.pawl.server.dispatch;

import dev.pawl.core.agent.AgentDemand;
import dev.pawl.core.identity.RepositoryKey;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.store.QueuedAttempt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Queued attempts, in one queue for each priority, repository and demand, oldest first: so finding
/// the next costs as much as there are queues, whatever their length.
///
/// Bounded: attempts that no agent here can execute make room for others, and those that find no
/// room are found again by a poll.
final class ReadyQueues {

  private record Lane(int priority, RepositoryKey repository, AgentDemand demand) {
    private static Lane of(QueuedAttempt ready) {
      return new Lane(ready.priority(), ready.repository(), ready.demand());
    }
  }

  private final int most;
  private final Predicate<AgentDemand> isServed;
  private final Map<QueuedAttemptKey, QueuedAttempt> all = new LinkedHashMap<>();
  private final Map<Lane, TreeSet<QueuedAttempt>> lanes = new LinkedHashMap<>();

  /// By their demands, those that have yet to join their groups.
  private final Map<AgentDemand, TreeSet<QueuedAttempt>> joiners = new LinkedHashMap<>();

  /// @param isServed whether an agent that is connected here meets the demand
  ReadyQueues(int most, Predicate<AgentDemand> isServed) {
    this.most = most;
    this.isServed = isServed;
  }

  /// Adds an attempt, unless it is there, or there is no room. Returns whether it was added.
  boolean add(QueuedAttempt ready) {
    if (all.containsKey(QueuedAttemptKey.of(ready)) || !hasRoomFor(ready)) {
      return false;
    }
    all.put(QueuedAttemptKey.of(ready), ready);
    lanes.computeIfAbsent(Lane.of(ready), _ -> new TreeSet<>(FairShare.BY_AGE)).add(ready);
    if (ready.mustJoinGroup()) {
      joiners.computeIfAbsent(ready.demand(), _ -> new TreeSet<>(FairShare.BY_AGE)).add(ready);
    }
    return true;
  }

  private boolean hasRoomFor(QueuedAttempt ready) {
    if (all.size() >= most && isServed.test(ready.demand())) {
      dropUnserved();
    }
    return all.size() < most;
  }

  private void dropUnserved() {
    lanes
        .entrySet()
        .removeIf(entry -> {
          boolean isUnserved = !isServed.test(entry.getKey().demand());
          if (isUnserved) {
            entry.getValue().forEach(ready -> all.remove(QueuedAttemptKey.of(ready)));
            joiners.remove(entry.getKey().demand());
          }
          return isUnserved;
        });
  }

  Optional<QueuedAttempt> remove(QueuedAttemptKey key) {
    @Nullable QueuedAttempt known = all.remove(key);
    if (known == null) {
      return Optional.empty();
    }
    removeFrom(lanes, Lane.of(known), known);
    removeFrom(joiners, known.demand(), known);
    return Optional.of(known);
  }

  private static <K, S extends Set<QueuedAttempt>> void removeFrom(
      Map<K, S> index, K key, QueuedAttempt ready) {
    index.computeIfPresent(
        key,
        (_, some) -> {
          some.remove(ready);
          return some.isEmpty() ? null : some;
        });
  }

  /// For each demand, the oldest that has yet to join its group.
  List<QueuedAttempt> joiners() {
    List<QueuedAttempt> oldest = new ArrayList<>(joiners.size());
    joiners.values().forEach(queue -> oldest.add(queue.first()));
    return oldest;
  }

  /// The oldest of each queue.
  List<QueuedAttempt> heads() {
    List<QueuedAttempt> heads = new ArrayList<>(lanes.size());
    lanes.values().forEach(queue -> heads.add(queue.first()));
    return heads;
  }

  List<BoundedSize> sizes() {
    return List.of(
        new BoundedSize("ReadyQueues.all", all.size(), most),
        new BoundedSize("ReadyQueues.lanes", lanes.size(), all.size()),
        new BoundedSize("ReadyQueues.joiners", joiners.size(), all.size()));
  }
}
