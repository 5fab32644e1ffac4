package dev.pawl.server.runtime;

import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What one turn of the loop has decided, and what it will say once that is durable.
final class Batch {

  private final List<Change> changes = new ArrayList<>();
  private final List<Runnable> replies = new ArrayList<>();
  private final Map<RunId, Run> runs = new LinkedHashMap<>();

  void add(Change change) {
    changes.add(change);
    runs.put(change.run().id(), change.run());
  }

  /// To be said after the commit, in this order.
  void reply(Runnable reply) {
    replies.add(reply);
  }

  /// A run as this batch leaves it.
  Optional<Run> run(RunId id) {
    return Optional.ofNullable(runs.get(id));
  }

  List<Change> changes() {
    return changes;
  }

  List<Runnable> replies() {
    return replies;
  }

  Map<RunId, Run> runs() {
    return runs;
  }

  boolean isEmpty() {
    return changes.isEmpty() && replies.isEmpty();
  }
}
