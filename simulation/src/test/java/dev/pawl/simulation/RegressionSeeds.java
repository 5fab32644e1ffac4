package dev.pawl.simulation;

import static java.util.Objects.requireNonNull;

import dev.pawl.simulation.scenario.Scenario;
import dev.pawl.simulation.scenario.SimulationMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Seeds that have found a defect. A seed's meaning changes with the simulator, so each is
/// simulated with its neighbours.
final class RegressionSeeds {

  private static final int NEIGHBOURS = 3;

  static List<Scenario> all() {
    List<Scenario> all = new ArrayList<>();
    for (String line : lines()) {
      String[] words = line.split(" ", 3);
      SimulationMode mode = SimulationMode.named(words[1]).orElseThrow();
      for (int neighbour = 0; neighbour < NEIGHBOURS; neighbour++) {
        all.add(Scenario.of(Long.parseLong(words[0]) + neighbour, mode));
      }
    }
    return all;
  }

  private static List<String> lines() {
    try (var in = RegressionSeeds.class.getResourceAsStream("found.seeds")) {
      String text = new String(requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.startsWith("#") && !line.isBlank()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RegressionSeeds() {}
}
