package dev.pawl.core.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ReasonCodeTest {

  @Test
  void thereAreThirteenClassesOfFailure() {
    assertThat(Arrays.stream(ReasonCode.values()).filter(ReasonCode::isFailureClass))
        .extracting(Machine::wireName)
        .containsExactlyInAnyOrder(
            "infra",
            "lost",
            "startup",
            "fetch",
            "timeout",
            "oom",
            "circuit_open",
            "compile",
            "test",
            "lint",
            "flaky",
            "hook",
            "user");
  }

  @Test
  void noClassOfFailureIsAWait() {
    assertThat(ReasonCode.values()).noneMatch(code -> code.isFailureClass() && code.isWait());
  }
}
