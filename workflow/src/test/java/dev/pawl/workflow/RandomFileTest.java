package dev.pawl.workflow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Files that are generated from the table of keys, with a few invalid values. They are the same in
/// every run, so a failure repeats.
class RandomFileTest {

  private static final int ROUNDS = 3_000;

  @Test
  @Timeout(value = 120, threadMode = SEPARATE_THREAD)
  void anyTextGivesAWorkflowOrAnError() {
    Random random = new Random(20_260_202);
    int accepted = 0;
    for (int round = 0; round < ROUNDS; round++) {
      String yaml = new RandomFile(random, round % 4 == 0 ? 0 : round % 7).workflow();
      try {
        WorkflowReadResult reading = WorkflowFile.read("ci.yml", yaml.getBytes(UTF_8));
        ReadInvariants.check(reading);
        accepted += reading.workflow().isPresent() ? 1 : 0;
      } catch (RuntimeException | AssertionError | StackOverflowError broken) {
        throw new AssertionError("round " + round + ":\n" + yaml, broken);
      }
    }
    assertThat(accepted).as("some of them are good").isBetween(20, ROUNDS - 20);
  }
}
