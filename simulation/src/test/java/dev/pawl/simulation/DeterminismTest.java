package dev.pawl.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.simulation.scenario.Scenario;
import dev.pawl.simulation.scenario.SimulationMode;
import dev.pawl.simulation.world.Simulation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Compares the journals of the same seed: equal to the byte, twice in one JVM and in another JVM,
/// where identity hashes and the order of unordered collections differ.
class DeterminismTest {

  private static final int SEEDS = 4;

  private final long first = FullCheck.seed(4_711);

  @Test
  void theSameSeedGivesTheSameJournals() {
    assertThat(JournalHashes.of(first, SEEDS)).isEqualTo(JournalHashes.of(first, SEEDS));
  }

  @Test
  void theSameSeedGivesTheSameJournalsInAnotherJvm() throws IOException, InterruptedException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process other =
        new ProcessBuilder(
                java.toString(),
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                JournalHashes.class.getName(),
                Long.toString(first),
                Integer.toString(SEEDS))
            .redirectErrorStream(true)
            .start();
    String output = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(other.waitFor()).as(output).isZero();
    assertThat(output.strip()).isEqualTo(JournalHashes.of(first, SEEDS));
  }

  @Test
  void anotherSeedGivesOtherJournals() {
    String one = new Simulation(Scenario.of(first, SimulationMode.SAFETY)).run().journal();
    assertThat(new Simulation(Scenario.of(first + 1, SimulationMode.SAFETY)).run().journal())
        .isNotEqualTo(one);
  }
}
