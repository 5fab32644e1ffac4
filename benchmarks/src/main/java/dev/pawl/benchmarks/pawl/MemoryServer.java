package dev.pawl.benchmarks.pawl;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.plan.Plan;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// A server in its own process, for [dev.pawl.benchmarks.MemoryBenchmark]: prints when it is idle
/// and, on request, when every agent runs a job.
public final class MemoryServer {

  public static void main(String[] args) throws Exception {
    int agents = Integer.parseInt(args[1]);
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (var system = new PawlSystem(List.of(PawlSubject.store(args[0])), 0, 1)) {
      Thread.sleep(Deadlines.HEARTBEAT_MARGIN); // what the start has left is gone by then
      System.gc();
      System.out.println("idle");
      if (in.readLine() != null) {
        var running = new CountDownLatch(agents);
        system.hold(agents, running::countDown);
        Plan plan = GraphPlans.chain(1);
        for (int run = 0; run < agents; run++) {
          system.trigger(plan);
        }
        running.await();
        System.out.println("loaded");
        in.readLine();
      }
    }
  }

  private MemoryServer() {}
}
