package dev.pawl.simulation.chaos;

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

/// Kills and stops the members of a fleet, each by a stream of chance of its own. In the end all of
/// them are there and run.
final class ChaosController {

  /// Longer than an agent believes in its lease, and longer than anybody does.
  private static final Duration SHORT = OrchestratorProcess.DEADLINES.leaseTtl().plusSeconds(1);

  private static final Duration LONG = OrchestratorProcess.LOST.plusSeconds(1);

  private final long seed;
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicInteger kills = new AtomicInteger();
  private final AtomicInteger pauses = new AtomicInteger();
  private final AtomicLong longestPause = new AtomicLong();
  private final AtomicInteger absences = new AtomicInteger();
  private final AtomicReference<@Nullable Throwable> fault = new AtomicReference<>();

  ChaosController(long seed) {
    this.seed = seed;
  }

  /// Disturbs all of them for that long, and does something else meanwhile.
  void disturb(
      OrchestratorFleet fleet, List<ChaosAgent> workers, Duration length, Disturbance beside)
      throws Exception {
    List<Thread> threads = new ArrayList<>();
    threads.add(Thread.ofPlatform().name("chaos").start(() -> cutOff(workers)));
    for (int index = 0; index < fleet.members().size(); index++) {
      OrchestratorHandle member = fleet.members().get(index);
      var chance = new Random(seed * 31 + index);
      boolean beginsStill = index == 0;
      threads.add(
          Thread.ofPlatform().name("chaos").start(() -> disturb(member, chance, beginsStill)));
    }
    try {
      long began = System.nanoTime();
      beside.happen(this);
      pass(length.minusNanos(System.nanoTime() - began));
    } finally {
      end.countDown();
      for (Thread thread : threads) {
        thread.join(Duration.ofMinutes(2));
      }
    }
    if (fault.get() != null) {
      throw new IllegalStateException("the disturbance failed", fault.get());
    }
  }

  /// Something else that is to happen, once.
  interface Disturbance {
    void happen(ChaosController chaos) throws Exception;
  }

  private void disturb(OrchestratorHandle member, Random chance, boolean beginsStill) {
    try {
      boolean isStill = beginsStill;
      Duration still = LONG;
      // The first stop is a long one, and over before the end is.
      Duration quiet = beginsStill ? between(chance, 1_000, 3_000) : between(chance, 2_000, 6_000);
      while (passed(quiet)) {
        if (isStill) {
          pause(member, still);
        } else {
          kill(member, between(chance, 0, 1_500));
        }
        isStill = chance.nextInt(3) == 0;
        still = chance.nextInt(3) == 0 ? LONG : SHORT;
        quiet = between(chance, 2_000, 6_000);
      }
    } catch (IOException | InterruptedException | RuntimeException | AssertionError e) {
      fault.compareAndSet(null, e);
    }
  }

  /// One agent after another is out of reach for longer than anybody believes in its leases, while
  /// it has something to do.
  private void cutOff(List<ChaosAgent> workers) {
    try {
      var chance = new Random(seed * 41);
      while (passed(between(chance, 500, 1_000))) {
        List<ChaosAgent> busy = workers.stream().filter(ChaosAgent::isBusy).toList();
        if (!busy.isEmpty()) {
          ChaosAgent worker = busy.get(chance.nextInt(busy.size()));
          worker.cutOff();
          absences.incrementAndGet();
          pass(LONG);
          worker.reachable();
        }
      }
    } catch (InterruptedException | RuntimeException e) {
      fault.compareAndSet(null, e);
    }
  }

  private void kill(OrchestratorHandle member, Duration away)
      throws IOException, InterruptedException {
    member.kill();
    kills.incrementAndGet();
    pass(away);
    member.start();
    member.awaitStart();
  }

  private void pause(OrchestratorHandle member, Duration length)
      throws IOException, InterruptedException {
    member.pause();
    pauses.incrementAndGet();
    long began = System.nanoTime();
    try {
      pass(length);
    } finally {
      longestPause.accumulateAndGet(System.nanoTime() - began, Math::max);
      member.resume();
    }
  }

  static Duration between(Random chance, int from, int to) {
    return Duration.ofMillis(chance.nextInt(from, to));
  }

  /// Time passes; false if the chaos is over.
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

  /// How long the longest stop really was.
  Duration longestPause() {
    return Duration.ofNanos(longestPause.get());
  }

  /// How often an agent was out of reach.
  int absences() {
    return absences.get();
  }
}
