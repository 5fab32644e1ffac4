package dev.pawl.benchmarks.api;

import dev.pawl.benchmarks.measure.LatencyStats;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Clients that list runs and show them, one request after the other, until they are closed.
final class ReaderLoad implements AutoCloseable {

  static final int CLIENTS = 8;

  private static final List<Map<String, String>> LISTS =
      List.of(
          Map.of(),
          Map.of("phase", "failed"),
          Map.of("branch", "main"),
          Map.of("workflow", "ci", "state", "success"),
          Map.of("q", "feature/"));

  private final ApiClient client;
  private final List<String> runs;
  private final ConcurrentLinkedQueue<Long> nanos = new ConcurrentLinkedQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private final long began = System.nanoTime();
  private volatile boolean isClosed;
  private volatile String failure = "";

  /// @param runs whose details are read
  ReaderLoad(ApiClient client, List<String> runs) {
    this.client = client;
    this.runs = runs;
    for (int index = 0; index < CLIENTS; index++) {
      var random = new Random(index);
      threads.add(Thread.ofVirtual().start(() -> read(random)));
    }
  }

  private void read(Random random) {
    try {
      while (!isClosed) {
        String path =
            random.nextBoolean()
                ? ApiClient.list(LISTS.get(random.nextInt(LISTS.size())))
                : ApiClient.RUNS + "/" + runs.get(random.nextInt(runs.size()));
        long start = System.nanoTime();
        client.get(path);
        nanos.add(System.nanoTime() - start);
      }
    } catch (IOException e) {
      failure = String.valueOf(e.getMessage());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// The requests so far, by second.
  double perSecond() {
    return nanos.size() / ((System.nanoTime() - began) / 1e9);
  }

  LatencyStats latency() {
    return LatencyStats.of(List.copyOf(nanos));
  }

  @Override
  public void close() {
    isClosed = true;
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
    if (!failure.isEmpty()) {
      throw new IllegalStateException("a reader failed: " + failure);
    }
  }
}
