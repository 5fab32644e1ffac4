package dev.pawl.cli.faults;

import dev.pawl.cli.agents.RunApiClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Keeps several runs in flight and records what the server acknowledged. Called by several
/// threads.
final class Workload implements AutoCloseable {

  private static final List<RunVariant> SHAPES = List.of(RunVariant.values());
  private static final int IN_FLIGHT = 6;
  private static final Duration POLL = Duration.ofMillis(40);

  private final RunApiClient api;
  private final ServerStoreReader store;
  private final Path directory;
  private final Random random;
  private final Map<String, RunVariant> acknowledged = new ConcurrentHashMap<>();
  private final Set<String> cancelled = ConcurrentHashMap.newKeySet();
  private final Set<String> graceful = ConcurrentHashMap.newKeySet();
  private final Set<String> forced = ConcurrentHashMap.newKeySet();
  private final Queue<RunVariant> wanted = new ConcurrentLinkedQueue<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread thread;

  /// @param directory the directory of the ledger
  Workload(RunApiClient api, Path database, Path directory, long seed) {
    this.api = api;
    this.store = new ServerStoreReader(database);
    this.directory = directory;
    this.random = new Random(seed);
    this.thread = Thread.ofPlatform().name("workload").start(this::work);
  }

  private void work() {
    try (store) {
      while (!end.await(POLL.toNanos(), TimeUnit.NANOSECONDS)) {
        for (int open = store.open().size(); open < IN_FLIGHT; open++) {
          RunVariant shape = Optional.ofNullable(wanted.poll()).orElseGet(this::any);
          api.run(shape.workflow(directory)).ifPresent(run -> acknowledged.put(run, shape));
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private RunVariant any() {
    return SHAPES.get(random.nextInt(SHAPES.size()));
  }

  /// Starts several runs of this variant next.
  void startNext(RunVariant shape) {
    wanted.addAll(Collections.nCopies(3, shape));
  }

  /// Cancels a run.
  void cancel(String run, boolean force) {
    (force ? forced : graceful).add(run);
    if (api.cancel(run, force)) {
      cancelled.add(run);
    }
  }

  /// The acknowledged runs.
  List<String> runs() {
    return List.copyOf(acknowledged.keySet());
  }

  Map<String, RunVariant> acknowledged() {
    return Map.copyOf(acknowledged);
  }

  FaultEvidence.Cancels cancels() {
    return new FaultEvidence.Cancels(
        Set.copyOf(cancelled), Set.copyOf(graceful), Set.copyOf(forced));
  }

  @Override
  public void close() {
    end();
  }

  /// Stops starting runs.
  void end() {
    end.countDown();
    try {
      thread.join(Duration.ofSeconds(30));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
