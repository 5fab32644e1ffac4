package dev.pawl.server.effects;

import dev.pawl.core.command.Effect;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Run;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.decision.AggregateCache;
import dev.pawl.server.decision.RunObserver;
import dev.pawl.server.orchestrator.OrchestratorPorts;
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

/// What forges are told: one report of a run at a time, in order, a newer one instead of an older
/// one that has not gone out; again after a failure, later each time, and for a day at most. Owned
/// by the loop; only the outcomes come from anywhere.
final class ForgeReports {

  private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
  private static final Duration LONGEST_RETRY = Duration.ofMinutes(5);
  private static final Duration GIVE_UP = Duration.ofHours(24);

  private record Result(RunId run, long effect, Forge.Outcome outcome) {}

  /// A run's reports: the one that goes out, or went and came back, and the one after it.
  private static final class Line {
    private StoredEffect current;
    private @Nullable StoredEffect next;
    private boolean isOut;
    private int failures;
    private Instant retryAt = Instant.EPOCH;

    private Line(StoredEffect current) {
      this.current = current;
    }
  }

  private final int most;
  private final Forge forge;
  private final RunObserver observer;
  private final LongConsumer delivered;
  private final Map<RunId, Line> lines = new LinkedHashMap<>();
  private final Queue<Result> results = new ConcurrentLinkedQueue<>();

  /// @param most of how many runs at a time
  /// @param delivered takes the ids of effects that need not be kept
  ForgeReports(int most, OrchestratorPorts outside, LongConsumer delivered) {
    this.most = most;
    this.forge = outside.forge();
    this.observer = outside.observer();
    this.delivered = delivered;
  }

  /// Takes it. False if there is no room; it stays in the store.
  boolean add(StoredEffect report, Run run, Instant now) {
    @Nullable Line line = lines.get(run.id());
    if (line == null && lines.size() >= most) {
      return false;
    }
    if (line == null) {
      line = new Line(report);
      lines.put(run.id(), line);
    } else if (line.isOut) {
      Optional.ofNullable(line.next).ifPresent(older -> delivered.accept(older.id()));
      line.next = report;
    } else {
      delivered.accept(line.current.id());
      line.current = report;
    }
    send(run, line, now);
    return true;
  }

  private void send(Run run, Line line, Instant now) {
    if (line.isOut || now.isBefore(line.retryAt)) {
      return;
    }
    line.isOut = true;
    long effect = line.current.id();
    forge.report(
        run,
        (Effect.Report) line.current.effect(),
        outcome -> results.add(new Result(run.id(), effect, outcome)));
  }

  /// Whether it is in its run's line.
  boolean has(StoredEffect stored) {
    @Nullable Line line = lines.get(new RunId(stored.aggregate()));
    return line != null
        && (line.current.id() == stored.id()
            || (line.next != null && line.next.id() == stored.id()));
  }

  boolean hasResults() {
    return !results.isEmpty();
  }

  /// Takes notice of how reports went, and sends those that come after. Says whether a run has none
  /// left.
  boolean settle(AggregateCache cache, Instant now) {
    int before = lines.size();
    for (var result = results.poll(); result != null; result = results.poll()) {
      Line line = lines.get(result.run());
      if (line != null && line.isOut && line.current.id() == result.effect()) {
        settle(result, line, now);
        if (lines.containsKey(result.run())) {
          cache.run(result.run()).ifPresent(run -> send(run, line, now));
        }
      }
    }
    return lines.size() < before;
  }

  private void settle(Result result, Line line, Instant now) {
    line.isOut = false;
    switch (result.outcome()) {
      case Forge.Outcome.Accepted _ -> {
        line.failures = 0;
        line.retryAt = Instant.EPOCH;
        advance(result.run(), line);
      }
      case Forge.Outcome.Failed(var why) -> {
        line.failures++;
        line.retryAt = now.plus(backoff(line.failures));
        if (line.next != null) {
          advance(result.run(), line); // the newer one says all that this one would
        } else if (now.isAfter(line.current.at().plus(GIVE_UP))) {
          observer.reportAbandoned(result.run(), (Effect.Report) line.current.effect(), why);
          advance(result.run(), line);
        }
      }
    }
  }

  private void advance(RunId run, Line line) {
    delivered.accept(line.current.id());
    @Nullable StoredEffect next = line.next;
    if (next == null) {
      lines.remove(run);
    } else {
      line.current = next;
      line.next = null;
    }
  }

  private static Duration backoff(int failures) {
    Duration wait = FIRST_RETRY.multipliedBy(1L << Math.min(failures - 1, 20));
    return wait.compareTo(LONGEST_RETRY) < 0 ? wait : LONGEST_RETRY;
  }

  /// Sends again what came back and has waited long enough, unless it is not in the store any more:
  /// then another orchestrator has told the forge, perhaps more than this would.
  void retry(AggregateCache cache, Set<Long> undelivered, Instant now) {
    for (RunId id : List.copyOf(lines.keySet())) {
      Line line = lines.get(id);
      if (line != null && !line.isOut && !now.isBefore(line.retryAt)) {
        if (undelivered.contains(line.current.id())) {
          cache.run(id).ifPresent(run -> send(run, line, now));
        } else {
          advance(id, line);
        }
      }
    }
  }

  /// One report of a run is out at a time, so there are no more results than lines.
  List<BoundedSize> sizes() {
    return List.of(
        new BoundedSize("ForgeReports.lines", lines.size(), most),
        new BoundedSize("ForgeReports.results", results.size(), most));
  }
}
