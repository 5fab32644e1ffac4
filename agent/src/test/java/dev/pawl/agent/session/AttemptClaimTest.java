package dev.pawl.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.lifecycle.AttemptState;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Every claim of the agent is a move of the engine's own machine.
class AttemptClaimTest {

  private final AttemptClaim attempt = AttemptClaim.leased();

  @Test
  void aRejectedDispatchIsQueuedAgain() {
    attempt.reject();
    assertThat(attempt.state()).isEqualTo(AttemptState.QUEUED);
  }

  @Test
  void anAttemptStartsAfterItsAcknowledgement() {
    assertThatThrownBy(attempt::start).isInstanceOf(IllegalStateException.class);
    attempt.acknowledge();
    assertThat(attempt.state()).isEqualTo(AttemptState.STARTING);
    attempt.start();
    assertThat(attempt.state()).isEqualTo(AttemptState.RUNNING);
  }

  @Test
  void theResultOfARunningAttemptIsItsState() {
    running().end(completed("timed_out"));
    assertThat(attempt.state()).isEqualTo(AttemptState.TIMED_OUT);
  }

  @Test
  void aTimeoutDuringTheUploadIsAFailure() {
    running().upload();
    attempt.end(completed("timed_out"));
    assertThat(attempt.state()).isEqualTo(AttemptState.FAILED);
  }

  @Test
  void aResultThatCrossesACancelIsCancelled() {
    assertThat(running().cancel()).isTrue();
    attempt.end(completed("success"));
    assertThat(attempt.state()).isEqualTo(AttemptState.CANCELLED);
  }

  @Test
  void aCancelThatCrossesTheUploadWins() {
    running().upload();
    assertThat(attempt.cancel()).isTrue();
    assertThat(attempt.state()).isEqualTo(AttemptState.CANCELLING);
    assertThat(attempt.cancel()).isFalse();
  }

  @Test
  void anUploadIsNotClaimedAfterACancel() {
    assertThat(running().cancel()).isTrue();
    attempt.upload();
    assertThat(attempt.state()).isEqualTo(AttemptState.CANCELLING);
  }

  @Test
  void anAttemptThatIsCancelledBeforeItsStartHasEnded() {
    attempt.acknowledge();
    assertThat(attempt.cancel()).isTrue();
    attempt.end(new JobReport.Stopped("cancelled", ""));
    assertThat(attempt.state()).isEqualTo(AttemptState.CANCELLED);
  }

  @Test
  void aShutdownLosesARunningAttemptAndQueuesAnotherAgain() {
    running().end(new JobReport.Lost("the agent was stopped"));
    assertThat(attempt.state()).isEqualTo(AttemptState.LOST);
    var waiting = AttemptClaim.leased();
    waiting.acknowledge();
    waiting.end(new JobReport.Lost("the agent was stopped"));
    assertThat(waiting.state()).isEqualTo(AttemptState.QUEUED);
  }

  private AttemptClaim running() {
    attempt.acknowledge();
    attempt.start();
    return attempt;
  }

  private static JobReport.Completed completed(String status) {
    return new JobReport.Completed(status, null, "ok", "", null, Map.of());
  }
}
