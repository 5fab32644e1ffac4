package dev.pawl.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.protocol.AgentMessage.JobReject;
import dev.pawl.protocol.ServerMessage.JobCompleteAck;
import dev.pawl.protocol.ServerMessage.RegisterAck;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// A job from its dispatch to its result.
class JobDispatchTest extends SessionStory {

  @Test
  void nothingStartsBeforeTheStartIsAcknowledged() {
    says(dispatch(LEASE));
    assertThat(said()).containsExactly("JobAck 1", "JobStart 2");
    acknowledges(LEASE, 1);
    passesSeconds(100);
    assertThat(execution.asked()).isEmpty();
    acknowledges(LEASE, 2);
    assertThat(execution.asked()).containsExactly("start lease-1");
    acknowledges(LEASE, 2);
    assertThat(execution.asked()).isEmpty();
  }

  @Test
  void aNumberThatWasNeverUsedAcknowledgesNothing() {
    says(dispatch(LEASE));
    acknowledges(LEASE, 3);
    assertThat(execution.asked()).isEmpty();
  }

  @Test
  void reportsOfTheExecutionAreSentInOrder() {
    runs(LEASE);
    reports(step(0, "running"));
    reports(step(0, "success"));
    reports(new JobReport.Uploading());
    reports(success());
    assertThat(said())
        .containsExactly("StepStatus 3", "StepStatus 4", "JobUploading 5", "JobComplete 6");
    acknowledges(LEASE, 5);
    assertThat(session.isIdle()).isFalse();
    acknowledges(LEASE, 6);
    assertThat(session.isIdle()).isTrue();
  }

  @Test
  void theResultsOwnAnswerIsEnoughToForgetTheLease() {
    runs(LEASE);
    reports(success());
    says(new JobCompleteAck(LEASE, true));
    assertThat(session.isIdle()).isTrue();
  }

  @Test
  void aJobThatIsLostIsReportedAsSuch() {
    runs(LEASE);
    reports(new JobReport.Lost("workspace gone"));
    assertThat(said()).containsExactly("JobLost 3");
  }

  @Test
  void aDispatchTwiceIsOneDispatch() {
    says(dispatch(LEASE));
    says(dispatch(LEASE));
    acknowledges(LEASE, 2);
    says(dispatch(LEASE));
    assertThat(said()).containsExactly("JobAck 1", "JobStart 2");
    assertThat(execution.asked()).containsExactly("start lease-1");
  }

  @Test
  void anEndedOrOlderLeaseIsNotAcceptedAgain() {
    says(dispatch("lease-a", "run-1", 2, null));
    acknowledges("lease-a", 2);
    session.report("lease-a", success(), now);
    acknowledges("lease-a", 3);
    execution.asked();
    said();
    says(dispatch("lease-a", "run-1", 2, null));
    says(dispatch("lease-b", "run-1", 1, null));
    assertThat(said()).isEmpty();
    says(dispatch("lease-c", "run-1", 3, null));
    assertThat(said()).containsExactly("JobAck 1", "JobStart 2");
  }

  @Test
  void aNewerLeaseOfTheAttemptEndsTheOlder() {
    says(dispatch("lease-a", "run-1", 1, null));
    acknowledges("lease-a", 2);
    execution.asked();
    says(dispatch("lease-b", "run-1", 2, null));
    assertThat(execution.asked()).containsExactly("kill lease-a STALE");
  }

  @Test
  void oneJobTooManyIsRejectedUntilTheServerKnows() {
    says(dispatch("lease-1"));
    says(dispatch("lease-2"));
    said();
    says(dispatch("lease-3"));
    assertThat(all(JobReject.class)).extracting(JobReject::reason).containsExactly("busy");
    assertThat(said()).containsExactly("JobReject 1");
    passesSeconds(40);
    assertThat(said()).contains("JobReject 1");
    acknowledges("lease-3", 1);
    passesSeconds(20);
    assertThat(said()).doesNotContain("JobReject 1");
  }

  @Test
  void aSlotIsFreeOnceTheResultIsReported() {
    runs("lease-1");
    runs("lease-2");
    reports(success());
    said();
    says(dispatch("lease-3"));
    assertThat(said()).containsExactly("JobAck 1", "JobStart 2");
  }

  @Test
  void aDrainingAgentRejectsJobsAndReportsItAfterAReconnect() {
    runs(LEASE);
    session.drain(now);
    assertThat(said()).containsExactly("AgentDraining");
    says(dispatch("lease-2"));
    assertThat(all(JobReject.class)).extracting(JobReject::reason).containsExactly("draining");
    acknowledges("lease-2", 1);
    said();
    reportsAlone(step(0, "running"));
    assertThat(said()).containsExactly("StepStatus 3");
    session.disconnected(now);
    connects();
    says(new RegisterAck("a1", 20, ""));
    assertThat(said()).containsExactly("AgentRegister", "AgentDraining", "StepStatus 3");
  }

  @Test
  void tooMuchThatIsUnacknowledgedHoldsTheExecutionUp() {
    runs(LEASE);
    for (int message = 0; message < LeaseMessageQueue.MAX_UNACKNOWLEDGED; message++) {
      assertThat(session.isFull(LEASE)).isFalse();
      reports(step(0, "running"));
    }
    assertThat(session.isFull(LEASE)).isTrue();
    assertThatThrownBy(() -> reports(step(0, "success"))).isInstanceOf(IllegalStateException.class);
    acknowledges(LEASE, 3);
    assertThat(session.isFull(LEASE)).isFalse();
  }

  @Test
  void timeDoesNotGoBack() {
    passesSeconds(10);
    assertThatThrownBy(() -> session.tick(Duration.ofSeconds(9)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
