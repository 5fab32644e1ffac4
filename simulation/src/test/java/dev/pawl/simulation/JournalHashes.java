package dev.pawl.simulation;

import dev.pawl.simulation.scenario.Scenario;
import dev.pawl.simulation.scenario.SimulationMode;
import dev.pawl.simulation.world.Simulation;

/// Says which journals some seeds come to; a program of its own, for another JVM.
final class JournalHashes {

  public static void main(String[] args) {
    System.out.println(of(Long.parseLong(args[0]), Integer.parseInt(args[1])));
  }

  static String of(long first, int seeds) {
    var all = new StringBuilder();
    for (long seed = first; seed < first + seeds; seed++) {
      for (SimulationMode mode : SimulationMode.values()) {
        all.append(new Simulation(Scenario.of(seed, mode)).run().journal()).append(' ');
      }
    }
    return all.toString().strip();
  }

  private JournalHashes() {}
}
