package dev.pawl.simulation.chaos;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntUnaryOperator;

/// Creates runs on any orchestrator and remembers which were acknowledged. It repeats a request
/// until it is acknowledged, and never afterwards.
final class ChaosWorkload {

  private static final Duration PAUSE = Duration.ofMillis(300);
  private static final Duration ANSWER = Duration.ofMillis(1_500);
  private static final Duration CONNECT = Duration.ofMillis(500);
  private static final int AT_A_TIME = 12;

  /// One run in so many is cancelled.
  private static final int ONE_IN = 5;

  private final IntUnaryOperator ports;
  private final long seed;
  private final AtomicLong numbers = new AtomicLong();
  private final Map<String, PlanShape> acknowledged = new ConcurrentSkipListMap<>();
  private final AtomicInteger cancels = new AtomicInteger();
  private final Set<String> cancelled = new ConcurrentSkipListSet<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private final CountDownLatch abandoned = new CountDownLatch(1);
  private final List<Thread> threads = new ArrayList<>();

  /// @param ports gives the next port to try after one that did not answer
  ChaosWorkload(long seed, IntUnaryOperator ports) {
    this.seed = seed;
    this.ports = ports;
    for (int thread = 0; thread < AT_A_TIME; thread++) {
      var chance = new Random(seed * 37 + thread);
      threads.add(Thread.ofPlatform().daemon().name("trigger").start(() -> ask(chance)));
    }
  }

  private void ask(Random chance) {
    try {
      while (!end.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
        long number = numbers.incrementAndGet();
        String id = "%016x%016x".formatted(seed, number);
        PlanShape shape = shape(chance.nextInt(20));
        answer("create %s %d %s".formatted(id, number, shape), id, "created");
        acknowledged.put(id, shape);
        if (number % ONE_IN == 0) {
          cancel(id, chance);
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// Cancels a run after a random time: at once, or when much of it has run.
  private void cancel(String id, Random chance) throws InterruptedException {
    String wish = "cancel %s %s".formatted(id, chance.nextBoolean());
    boolean _ = end.await(chance.nextInt(1, 500), TimeUnit.MILLISECONDS);
    if (answer(wish, id, "cancelled", "late").equals("cancelled")) {
      cancelled.add(id);
    }
    cancels.incrementAndGet();
  }

  /// Repeats a request until one of the good answers arrives.
  private String answer(String wish, String id, String... good) throws InterruptedException {
    int port = ports.applyAsInt(0);
    while (true) {
      Optional<String> answer = answer(port, wish);
      for (String word : good) {
        if (answer.equals(Optional.of(word + " " + id))) {
          return word;
        }
      }
      port = ports.applyAsInt(port);
      if (abandoned.await(50, TimeUnit.MILLISECONDS)) {
        throw new InterruptedException("abandoned");
      }
    }
  }

  private static PlanShape shape(int chance) {
    return switch (chance) {
      case 0 -> PlanShape.RED;
      case 1 -> PlanShape.BLUE;
      case 2, 3, 4 -> PlanShape.FLAKY;
      case 5, 6, 7, 8 -> PlanShape.CHAIN;
      case 9, 10 -> PlanShape.FAN;
      default -> PlanShape.ONE;
    };
  }

  private static Optional<String> answer(int port, String wish) {
    try (var socket = new Socket()) {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      socket.connect(address, (int) CONNECT.toMillis());
      socket.setSoTimeout((int) ANSWER.toMillis());
      var lines = new LineConnection(socket);
      lines.send(wish);
      return Optional.ofNullable(lines.next());
    } catch (IOException _) {
      return Optional.empty(); // or it is done, and nobody said so
    }
  }

  /// Every run that was acknowledged so far.
  Map<String, PlanShape> acknowledged() {
    return Map.copyOf(acknowledged);
  }

  /// The number of cancels that were answered, including those of runs that were over.
  int cancels() {
    return cancels.get();
  }

  /// Every run whose cancel was acknowledged so far.
  Set<String> cancelled() {
    return Set.copyOf(cancelled);
  }

  /// Ends the load, and waits until every request is acknowledged.
  ///
  /// @throws IllegalStateException if one is not, within `bound`
  void finish(Duration bound) throws InterruptedException {
    end.countDown();
    for (Thread thread : threads) {
      if (!thread.join(bound)) {
        throw new IllegalStateException("a run is not to be had");
      }
    }
  }

  void abandon() {
    end.countDown();
    abandoned.countDown();
  }
}
