package dev.pawl.server.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What is queued, in one queue for each priority, repository and set of labels, oldest first: so
/// that to find who is next costs what the number of queues is, and not their length.
///
/// Bounded: what nobody here can do makes way for what somebody can, and what finds no room is
/// found again by a poll.
final class ReadyQueues {

  private record Lane(int priority, String repository, List<String> runsOn) {
    private static Lane of(Ready ready) {
      return new Lane(ready.priority(), ready.repository(), ready.runsOn());
    }
  }

  private final int most;
  private final Predicate<List<String>> isServed;
  private final Map<InQueue, Ready> all = new LinkedHashMap<>();
  private final Map<Lane, TreeSet<Ready>> lanes = new LinkedHashMap<>();

  /// @param isServed whether an agent that is linked here has the labels
  ReadyQueues(int most, Predicate<List<String>> isServed) {
    this.most = most;
    this.isServed = isServed;
  }

  /// Adds it, unless it is there, or there is no room. Says whether it did.
  boolean add(Ready ready) {
    if (all.containsKey(InQueue.of(ready)) || !hasRoomFor(ready)) {
      return false;
    }
    all.put(InQueue.of(ready), ready);
    lanes.computeIfAbsent(Lane.of(ready), _ -> new TreeSet<>(FairShare.BY_AGE)).add(ready);
    return true;
  }

  private boolean hasRoomFor(Ready ready) {
    if (all.size() >= most && isServed.test(ready.runsOn())) {
      dropUnserved();
    }
    return all.size() < most;
  }

  private void dropUnserved() {
    lanes
        .entrySet()
        .removeIf(entry -> {
          boolean isUnserved = !isServed.test(entry.getKey().runsOn());
          if (isUnserved) {
            entry.getValue().forEach(ready -> all.remove(InQueue.of(ready)));
          }
          return isUnserved;
        });
  }

  Optional<Ready> remove(InQueue key) {
    @Nullable Ready known = all.remove(key);
    if (known == null) {
      return Optional.empty();
    }
    Lane lane = Lane.of(known);
    TreeSet<Ready> queue = lanes.getOrDefault(lane, new TreeSet<>(FairShare.BY_AGE));
    queue.remove(known);
    if (queue.isEmpty()) {
      lanes.remove(lane);
    }
    return Optional.of(known);
  }

  /// The oldest of each queue.
  List<Ready> heads() {
    List<Ready> heads = new ArrayList<>(lanes.size());
    lanes.values().forEach(queue -> heads.add(queue.first()));
    return heads;
  }

  List<Bounded> sizes() {
    return List.of(
        new Bounded("ReadyQueues.all", all.size(), most),
        new Bounded("ReadyQueues.lanes", lanes.size(), all.size()));
  }
}
