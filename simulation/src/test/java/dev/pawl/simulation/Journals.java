package dev.pawl.simulation;

import dev.pawl.simulation.scenario.Mode;
import dev.pawl.simulation.scenario.Scenario;
import dev.pawl.simulation.world.World;

/// Says which journals some seeds come to; a program of its own, for another JVM.
final class Journals {

  public static void main(String[] args) {
    System.out.println(of(Long.parseLong(args[0]), Integer.parseInt(args[1])));
  }

  static String of(long first, int seeds) {
    var all = new StringBuilder();
    for (long seed = first; seed < first + seeds; seed++) {
      for (Mode mode : Mode.values()) {
        all.append(new World(Scenario.of(seed, mode)).run().journal()).append(' ');
      }
    }
    return all.toString().strip();
  }

  private Journals() {}
}
