package dev.pawl.core.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StatusTest {

  @Test
  void statusHasPhaseReasonAndMessage() {
    var status = Status.of(AttemptState.HELD, ReasonCode.APPROVAL, "1 of 2 approvals");
    assertThat(status)
        .isEqualTo(new Status(Phase.WAITING, ReasonCode.APPROVAL, "1 of 2 approvals"));
  }

  @Test
  void onlyAnUpstreamSkipCountsAsCancelled() {
    assertThat(Status.of(AttemptState.SKIPPED, ReasonCode.UPSTREAM, "").phase())
        .isEqualTo(Phase.CANCELLED);
    assertThat(Status.of(AttemptState.SKIPPED, ReasonCode.CONDITION, "").phase())
        .isEqualTo(Phase.SUCCESS);
  }

  @ParameterizedTest
  @EnumSource
  void aRunIsNeverWaitingWithoutAReason(RunState state) {
    for (ReasonCode reason : ReasonCode.values()) {
      neverWaitsForNothing(
          Phase.of(state, reason), reason, () -> Status.of(state, reason, "for people"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aJobIsNeverWaitingWithoutAReason(AttemptState state) {
    for (ReasonCode reason : ReasonCode.values()) {
      neverWaitsForNothing(
          Phase.of(state, reason), reason, () -> Status.of(state, reason, "for people"));
    }
  }

  private static void neverWaitsForNothing(
      Phase phase, ReasonCode reason, Supplier<Status> status) {
    if (phase == Phase.WAITING && !reason.isWait()) {
      assertThatIllegalArgumentException().isThrownBy(status::get).withMessageContaining("WAITING");
    } else {
      assertThat(status.get()).isEqualTo(new Status(phase, reason, "for people"));
    }
  }
}
