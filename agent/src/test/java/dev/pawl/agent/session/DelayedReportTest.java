package dev.pawl.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.protocol.ServerMessage.LeaseStale;
import org.junit.jupiter.api.Test;

/// States of steps are sent together with the next message, or a moment later.
class DelayedReportTest extends SessionStory {

  @Test
  void aShortJobReportsItsStepsTogetherWithItsEnd() {
    runs(LEASE);
    int before = disk.appends();
    reports(step(0, "running"));
    reports(step(0, "success"));
    assertThat(said()).isEmpty();
    reports(success());
    assertThat(said()).containsExactly("StepStatus 3", "StepStatus 4", "JobComplete 5");
    assertThat(disk.appends()).isEqualTo(before + 1);
  }

  @Test
  void aLongStepIsReportedAMomentAfterItsStart() {
    runs(LEASE);
    reports(step(0, "running"));
    assertThat(session.nextWake()).hasValue(now.plus(LeaseOutbox.MAX_DELAY));
    passes(LeaseOutbox.MAX_DELAY.dividedBy(2));
    reports(step(0, "success"));
    assertThat(said()).isEmpty();
    passes(LeaseOutbox.MAX_DELAY.dividedBy(2));
    assertThat(said()).containsExactly("StepStatus 3", "StepStatus 4");
  }

  @Test
  void manyStatesAreReportedAtOnce() {
    runs(LEASE);
    for (int step = 0; step < 16; step++) {
      assertThat(said()).isEmpty();
      reports(step(step, "skipped"));
    }
    assertThat(said()).hasSize(16).endsWith("StepStatus 18");
  }

  @Test
  void theAcknowledgementAndTheStartOfAJobAreStoredTogether() {
    says(dispatch("lease-1"));
    int before = disk.appends();
    says(dispatch("lease-2"));
    assertThat(said()).containsExactly("JobAck 1", "JobStart 2", "JobAck 1", "JobStart 2");
    assertThat(disk.appends()).isEqualTo(before + 2); // the lease itself, and both messages
  }

  @Test
  void theAcknowledgementDoesNotWaitForAGroup() {
    says(inGroup(LEASE));
    assertThat(said()).containsExactly("JobAck 1");
  }

  @Test
  void aQuestionComesAfterTheStatesBeforeIt() {
    runs(LEASE);
    reports(step(0, "failed"));
    reports(new JobReport.ToolRequested(1, "deployer"));
    assertThat(said()).containsExactly("StepStatus 3", "BreakerAcquire");
  }

  @Test
  void aHeartbeatComesAfterTheStatesBeforeIt() {
    runs(LEASE);
    passes(AgentSession.HEARTBEAT.minus(LeaseOutbox.MAX_DELAY.dividedBy(2)));
    reports(step(0, "running"));
    passes(LeaseOutbox.MAX_DELAY.dividedBy(2));
    assertThat(all(JobHeartbeat.class)).hasSize(1);
    assertThat(said()).containsExactly("StepStatus 3");
  }

  @Test
  void aStateIsReportedAfterAReconnect() {
    runs(LEASE);
    reports(step(0, "running"));
    session.disconnected(now);
    passes(LeaseOutbox.MAX_DELAY);
    registers();
    assertThat(said()).containsExactly("AgentRegister", "StepStatus 3");
  }

  @Test
  void aKilledJobReportsNothingMore() {
    runs(LEASE);
    reports(step(0, "running"));
    says(new LeaseStale(LEASE, "expired", "none"));
    passesSeconds(60);
    assertThat(said()).isEmpty();
  }

  @Test
  void aFencedJobReportsItsStepsBeforeItsLoss() {
    runs(LEASE);
    passes(TTL.minus(LeaseOutbox.MAX_DELAY.dividedBy(2)));
    said();
    reports(step(0, "running"));
    passes(LeaseOutbox.MAX_DELAY.dividedBy(2));
    reports(new JobReport.Killed());
    assertThat(said()).containsExactly("StepStatus 3", "JobLost 4");
  }
}
