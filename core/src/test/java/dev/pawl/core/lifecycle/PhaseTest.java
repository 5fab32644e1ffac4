package dev.pawl.core.lifecycle;

import static dev.pawl.core.lifecycle.Phase.CANCELLED;
import static dev.pawl.core.lifecycle.Phase.FAILED;
import static dev.pawl.core.lifecycle.Phase.PENDING;
import static dev.pawl.core.lifecycle.Phase.RUNNING;
import static dev.pawl.core.lifecycle.Phase.SUCCESS;
import static dev.pawl.core.lifecycle.Phase.WAITING;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The phase of every state with every reason. The expectation is a table of its own, by name, so
/// that it cannot repeat an error of the code.
class PhaseTest {

  private static final List<String> WAITS =
      List.of(
          "DEPENDENCY",
          "APPROVAL",
          "TIMER",
          "BACKOFF",
          "DELAY",
          "CONCURRENCY",
          "MAX_PARALLEL",
          "AGENT_RECONNECT");

  /// The phase of a state whose reason is neither a wait nor `upstream`.
  private static final Map<String, Phase> ORDINARILY =
      Map.ofEntries(
          Map.entry("CREATED", PENDING),
          Map.entry("PLANNING", PENDING),
          Map.entry("PLAN_FAILED", PENDING),
          Map.entry("PENDING", PENDING),
          Map.entry("QUEUED", PENDING),
          Map.entry("HELD", WAITING),
          Map.entry("WAITING", WAITING),
          Map.entry("RECOVERING", WAITING),
          Map.entry("LEASED", RUNNING),
          Map.entry("STARTING", RUNNING),
          Map.entry("RUNNING", RUNNING),
          Map.entry("UPLOADING", RUNNING),
          Map.entry("CANCELLING", RUNNING),
          Map.entry("SUCCESS", SUCCESS),
          Map.entry("SKIPPED", SUCCESS),
          Map.entry("FAILED", FAILED),
          Map.entry("TIMED_OUT", FAILED),
          Map.entry("LOST", FAILED),
          Map.entry("CANCELLED", CANCELLED));

  @ParameterizedTest
  @EnumSource
  void runHasThePhaseOfItsState(RunState state) {
    var waitsWithAReason = List.of("QUEUED", "RUNNING");
    for (ReasonCode reason : ReasonCode.values()) {
      assertThat(Phase.of(state, reason))
          .as("%s, %s", state, reason)
          .isEqualTo(expected(state, reason, waitsWithAReason));
    }
  }

  @ParameterizedTest
  @EnumSource
  void jobHasThePhaseOfItsAttempt(AttemptState state) {
    var waitsWithAReason = List.of("PENDING", "QUEUED");
    for (ReasonCode reason : ReasonCode.values()) {
      assertThat(Phase.of(state, reason))
          .as("%s, %s", state, reason)
          .isEqualTo(expected(state, reason, waitsWithAReason));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aReasonIsAWaitOrNot(ReasonCode reason) {
    assertThat(reason.isWait()).isEqualTo(WAITS.contains(reason.name()));
  }

  private static Phase expected(Enum<?> state, ReasonCode reason, List<String> waitsWithAReason) {
    if (WAITS.contains(reason.name()) && waitsWithAReason.contains(state.name())) {
      return WAITING;
    }
    if (state.name().equals("SKIPPED") && reason == ReasonCode.UPSTREAM) {
      return CANCELLED;
    }
    return requireNonNull(ORDINARILY.get(state.name()));
  }
}
