package dev.pawl.server.effects;

import dev.pawl.core.command.Effect;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Run;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.decision.AggregateCache;
import dev.pawl.server.decision.RunObserver;
import dev.pawl.server.store.StoredEffect;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Reports the status of runs to the forge: one report of a run at a time, in order; a newer one
/// replaces an older one that is not sent yet. A failed report is retried with backoff, for a day
/// at most. Owned by the loop; only the outcomes come from other threads.
final class ForgeReports {

  private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
  private static final Duration LONGEST_RETRY = Duration.ofMinutes(5);
  private static final Duration GIVE_UP = Duration.ofHours(24);

  private record Result(RunId run, long effect, Forge.Outcome outcome) {}

  /// Reports of a run: the one that is being sent, or has failed, and the one after it.
  private static final class ReportQueue {
    private StoredEffect current;
    private @Nullable StoredEffect next;
    private boolean isSent;
    private int failures;
    private Instant retryAt = Instant.EPOCH;

    private ReportQueue(StoredEffect current) {
      this.current = current;
    }
  }

  private final int most;
  private final Forge forge;
  private final RunObserver observer;
  private final LongConsumer delivered;
  private final Map<RunId, ReportQueue> queues = new LinkedHashMap<>();
  private final Queue<Result> results = new ConcurrentLinkedQueue<>();

  /// @param most of how many runs at a time
  /// @param delivered takes the ids of effects that need not be kept
  ForgeReports(int most, Outbox.Targets targets, LongConsumer delivered) {
    this.most = most;
    this.forge = targets.forge();
    this.observer = targets.observer();
    this.delivered = delivered;
  }

  /// Accepts a report. False if there is no room; it stays in the store.
  boolean add(StoredEffect report, Run run, Instant now) {
    @Nullable ReportQueue queue = queues.get(run.id());
    if (queue == null && queues.size() >= most) {
      return false;
    }
    if (queue == null) {
      queue = new ReportQueue(report);
      queues.put(run.id(), queue);
    } else if (queue.isSent) {
      Optional.ofNullable(queue.next).ifPresent(older -> delivered.accept(older.id()));
      queue.next = report;
    } else {
      delivered.accept(queue.current.id());
      queue.current = report;
    }
    send(run, queue, now);
    return true;
  }

  private void send(Run run, ReportQueue queue, Instant now) {
    if (queue.isSent || now.isBefore(queue.retryAt)) {
      return;
    }
    queue.isSent = true;
    long effect = queue.current.id();
    forge.report(
        run,
        (Effect.Report) queue.current.effect(),
        outcome -> results.add(new Result(run.id(), effect, outcome)));
  }

  /// Whether the report is in the queue of its run.
  boolean has(StoredEffect stored) {
    @Nullable ReportQueue queue = queues.get(new RunId(stored.aggregate()));
    return queue != null
        && (queue.current.id() == stored.id()
            || (queue.next != null && queue.next.id() == stored.id()));
  }

  boolean hasResults() {
    return !results.isEmpty();
  }

  /// Handles the outcomes of reports, and sends those that come after. Returns whether a run has
  /// none left.
  boolean settle(AggregateCache cache, Instant now) {
    int before = queues.size();
    for (var result = results.poll(); result != null; result = results.poll()) {
      ReportQueue queue = queues.get(result.run());
      if (queue != null && queue.isSent && queue.current.id() == result.effect()) {
        settle(result, queue, now);
        if (queues.containsKey(result.run())) {
          cache.run(result.run()).ifPresent(run -> send(run, queue, now));
        }
      }
    }
    return queues.size() < before;
  }

  private void settle(Result result, ReportQueue queue, Instant now) {
    queue.isSent = false;
    switch (result.outcome()) {
      case Forge.Outcome.Accepted _ -> {
        queue.failures = 0;
        queue.retryAt = Instant.EPOCH;
        advance(result.run(), queue);
      }
      case Forge.Outcome.Failed(var why) -> {
        queue.failures++;
        queue.retryAt = now.plus(backoff(queue.failures));
        if (queue.next != null) {
          advance(result.run(), queue); // the newer one replaces it
        } else if (now.isAfter(queue.current.at().plus(GIVE_UP))) {
          observer.reportAbandoned(result.run(), (Effect.Report) queue.current.effect(), why);
          advance(result.run(), queue);
        }
      }
    }
  }

  private void advance(RunId run, ReportQueue queue) {
    delivered.accept(queue.current.id());
    @Nullable StoredEffect next = queue.next;
    if (next == null) {
      queues.remove(run);
    } else {
      queue.current = next;
      queue.next = null;
    }
  }

  private static Duration backoff(int failures) {
    Duration wait = FIRST_RETRY.multipliedBy(1L << Math.min(failures - 1, 20));
    return wait.compareTo(LONGEST_RETRY) < 0 ? wait : LONGEST_RETRY;
  }

  /// Retries failed reports whose backoff is over, unless they are not in the store any more: then
  /// another orchestrator has reported, perhaps something newer.
  void retry(AggregateCache cache, Set<Long> undelivered, Instant now) {
    for (RunId id : List.copyOf(queues.keySet())) {
      ReportQueue queue = queues.get(id);
      if (queue != null && !queue.isSent && !now.isBefore(queue.retryAt)) {
        if (undelivered.contains(queue.current.id())) {
          cache.run(id).ifPresent(run -> send(run, queue, now));
        } else {
          advance(id, queue);
        }
      }
    }
  }

  /// One report of a run is out at a time, so there are no more results than queues.
  List<BoundedSize> sizes() {
    return List.of(
        new BoundedSize("ForgeReports.queues", queues.size(), most),
        new BoundedSize("ForgeReports.results", results.size(), most));
  }
}
