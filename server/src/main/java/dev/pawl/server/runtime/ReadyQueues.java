package dev.pawl.server.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What is queued, in one queue for each priority, repository and set of labels, oldest first: so
/// that to find who is next costs what the number of queues is, and not their length.
final class ReadyQueues {

  /// What is beyond that is found by a poll, when there is room.
  private static final int MOST = 200_000;

  private record Lane(int priority, String repository, List<String> runsOn) {
    private static Lane of(Ready ready) {
      return new Lane(ready.priority(), ready.repository(), ready.runsOn());
    }
  }

  private final Map<InQueue, Ready> all = new LinkedHashMap<>();
  private final Map<Lane, TreeSet<Ready>> lanes = new LinkedHashMap<>();

  /// Adds it, unless it is there, or there is no room. Says whether it did.
  boolean add(Ready ready) {
    if (all.size() >= MOST || all.putIfAbsent(InQueue.of(ready), ready) != null) {
      return false;
    }
    lanes.computeIfAbsent(Lane.of(ready), _ -> new TreeSet<>(FairShare.BY_AGE)).add(ready);
    return true;
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
}
