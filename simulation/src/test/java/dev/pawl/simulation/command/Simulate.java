package dev.pawl.simulation.command;

import dev.pawl.simulation.scenario.Mode;
import dev.pawl.simulation.scenario.Scenario;
import dev.pawl.simulation.world.Outcome;
import dev.pawl.simulation.world.World;

public final class Simulate {
  public static void main(String[] args) {
    long seed = Long.parseLong(args[0]);
    int n = Integer.parseInt(args[1]);
    Mode mode = Mode.named(args[2]).orElseThrow();
    boolean trace = args.length > 3;
    long start = System.nanoTime();
    long runs = 0;
    long events = 0;
    int bad = 0;
    int unfinished = 0;
    for (long s = seed; s < seed + n; s++) {
      Outcome out = new World(Scenario.of(s, mode), null, trace).run();
      runs += out.runs();
      events += out.coverage().transitions();
      unfinished += out.isFinished() ? 0 : 1;
      if (!out.isFinished()) System.out.println("unfinished " + s + " at " + out.virtualMillis() / 1000 + " s " + out.faults() + out.scenario().work());
      if (trace) out.trace().forEach(System.out::println);
      if (out.violation().isPresent()) {
        bad++;
        String w = s + " " + out.violation().get();
        System.out.println(w.substring(0, Math.min(600, w.length())));
      }
    }
    long cpu = java.lang.management.ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    System.out.printf("%d cpu ms, %.0f runs per cpu s, %d events %d turns %d commits%n", cpu / 1_000_000, runs * 1e9 / cpu, World.EVENTS.get(), World.TURNS.get(), World.COMMITS.get());
    double secs = (System.nanoTime() - start) / 1e9;
    System.out.printf("%d runs, %.0f/s, %d transitions, %d bad, %d unfinished%n", runs, runs / secs, events, bad, unfinished);
  }
}
