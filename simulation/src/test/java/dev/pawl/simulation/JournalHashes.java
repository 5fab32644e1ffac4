package dev.pawl.simulation;

import dev.pawl.simulation.scenario.Scenario;
import dev.pawl.simulation.scenario.SimulationMode;
import dev.pawl.simulation.world.Simulation;

/// Program that prints the journal hashes of some seeds, to compare them between JVMs.
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
