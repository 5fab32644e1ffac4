package dev.pawl.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.simulation.scenario.Scenario;
import dev.pawl.simulation.scenario.SimulationMode;
import dev.pawl.simulation.world.Simulation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

/// The same seed gives the same journals, to the byte: twice in one JVM, and in another, in which
/// every hash of an identity and every unordered collection differs.
class DeterminismTest {

  private static final int SEEDS = 4;

  private final long first = 1L + new SecureRandom().nextInt(1_000_000_000);

  @Test
  void theSameSeedTwiceIsTheSame() {
    assertThat(JournalHashes.of(first, SEEDS)).isEqualTo(JournalHashes.of(first, SEEDS));
  }

  @Test
  void theSameSeedInAnotherJvmIsTheSame() throws IOException, InterruptedException {
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
    String said = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(other.waitFor()).as(said).isZero();
    assertThat(said.strip()).isEqualTo(JournalHashes.of(first, SEEDS));
  }

  @Test
  void anotherSeedIsNotTheSame() {
    String one = new Simulation(Scenario.of(first, SimulationMode.SAFETY)).run().journal();
    assertThat(new Simulation(Scenario.of(first + 1, SimulationMode.SAFETY)).run().journal())
        .isNotEqualTo(one);
  }
}
