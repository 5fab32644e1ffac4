package dev.pawl.simulation.chaos;

import dev.pawl.server.ConditionAwaiter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Kills and pauses the orchestrators of a fleet and disconnects agents, each from a random stream
/// of its own.
///
/// It goes on until each of these has happened at least once, however slow the machine is. At its
/// end everything runs again.
final class ChaosController {

  /// A pause that outlasts a lease for its agent, and one that outlasts it for the server as well.
  private static final Duration SHORT = OrchestratorProcess.DEADLINES.leaseTtl().plusSeconds(1);

  private static final Duration LONG = OrchestratorProcess.LOST.plusSeconds(1);

  private final long seed;
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicInteger kills = new AtomicInteger();
  private final AtomicInteger pauses = new AtomicInteger();
  private final AtomicLong longestPause = new AtomicLong();
  private final AtomicInteger disconnections = new AtomicInteger();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  ChaosController(long seed) {
    this.seed = seed;
  }

  /// Disturbs all of them for at least that long, while `beside` happens.
  void disturb(
      OrchestratorFleet fleet, List<ChaosAgent> agents, Duration length, Disturbance beside)
      throws Exception {
    List<Thread> threads = new ArrayList<>();
    threads.add(Thread.ofPlatform().name("chaos").start(() -> disconnect(agents)));
    for (int index = 0; index < fleet.members().size(); index++) {
      OrchestratorHandle orchestrator = fleet.members().get(index);
      var random = new Random(seed * 31 + index);
      boolean beginsWithPause = index == 0;
      threads.add(
          Thread.ofPlatform()
              .name("chaos")
              .start(() -> disturb(orchestrator, random, beginsWithPause)));
    }
    try {
      long began = System.nanoTime();
      beside.happen(this);
      pass(length.minusNanos(System.nanoTime() - began));
      ConditionAwaiter.is(
          "a kill, a long pause and a disconnection",
          () -> failure.get() != null || hasDisturbedInEveryWay());
    } finally {
      end.countDown();
      for (Thread thread : threads) {
        thread.join(Duration.ofMinutes(2));
      }
    }
    if (failure.get() != null) {
      throw new IllegalStateException("the disturbance failed", failure.get());
    }
  }

  private boolean hasDisturbedInEveryWay() {
    return kills.get() > 0
        && longestPause().compareTo(OrchestratorProcess.LOST) > 0
        && disconnections.get() > 0;
  }

  /// Something else that happens once, meanwhile.
  interface Disturbance {
    void happen(ChaosController chaos) throws Exception;
  }

  private void disturb(OrchestratorHandle orchestrator, Random random, boolean beginsWithPause) {
    try {
      boolean isPause = beginsWithPause;
      Duration pause = LONG;
      // The first pause is a long one, and over before the end is.
      Duration quiet =
          beginsWithPause ? between(random, 1_000, 3_000) : between(random, 2_000, 6_000);
      while (passed(quiet)) {
        if (isPause) {
          pause(orchestrator, pause);
        } else {
          kill(orchestrator, between(random, 0, 1_500));
        }
        isPause = random.nextInt(3) == 0;
        pause = random.nextInt(3) == 0 ? LONG : SHORT;
        quiet = between(random, 2_000, 6_000);
      }
    } catch (IOException | InterruptedException | RuntimeException | AssertionError e) {
      failure.compareAndSet(null, e);
    }
  }

  /// Disconnects one busy agent after another until its leases have expired.
  private void disconnect(List<ChaosAgent> agents) {
    try {
      var random = new Random(seed * 41);
      while (passed(between(random, 500, 1_000))) {
        List<ChaosAgent> busy = agents.stream().filter(ChaosAgent::isBusy).toList();
        if (!busy.isEmpty()) {
          ChaosAgent agent = busy.get(random.nextInt(busy.size()));
          agent.disconnect();
          disconnections.incrementAndGet();
          pass(LONG);
          agent.reconnect();
        }
      }
    } catch (InterruptedException | RuntimeException e) {
      failure.compareAndSet(null, e);
    }
  }

  private void kill(OrchestratorHandle orchestrator, Duration downtime)
      throws IOException, InterruptedException {
    orchestrator.kill();
    kills.incrementAndGet();
    pass(downtime);
    orchestrator.start();
    orchestrator.awaitStart();
  }

  private void pause(OrchestratorHandle orchestrator, Duration length)
      throws IOException, InterruptedException {
    orchestrator.pause();
    pauses.incrementAndGet();
    long began = System.nanoTime();
    try {
      pass(length);
    } finally {
      longestPause.accumulateAndGet(System.nanoTime() - began, Math::max);
      orchestrator.resume();
    }
  }

  private static Duration between(Random random, int from, int to) {
    return Duration.ofMillis(random.nextInt(from, to));
  }

  /// Waits; false if the chaos is over.
  private boolean passed(Duration time) throws InterruptedException {
    return !end.await(time.toNanos(), TimeUnit.NANOSECONDS);
  }

  void pass(Duration time) throws InterruptedException {
    boolean _ = end.await(time.toNanos(), TimeUnit.NANOSECONDS);
  }

  int kills() {
    return kills.get();
  }

  int pauses() {
    return pauses.get();
  }

  /// How long the longest pause really was.
  Duration longestPause() {
    return Duration.ofNanos(longestPause.get());
  }

  /// How often an agent was disconnected.
  int disconnections() {
    return disconnections.get();
  }
}
