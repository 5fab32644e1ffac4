package dev.pawl.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.protocol.AgentMessage.JobCancelAck;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.protocol.ServerMessage.JobCancel;
import dev.pawl.protocol.ServerMessage.JobHeartbeatAck;
import dev.pawl.protocol.ServerMessage.LeaseStale;
import org.junit.jupiter.api.Test;

/// Cancel, force, a stale lease, and an agent that shuts down.
class JobEndTest extends SessionStory {

  private static final JobCancel GRACEFULLY = new JobCancel(LEASE, false, "by team:ops", 345);
  private static final JobCancel BY_FORCE = new JobCancel(LEASE, true, "by team:ops", 0);

  @Test
  void aCancelIsAcknowledgedWhenTheJobHasStopped() {
    runs(LEASE);
    says(GRACEFULLY);
    says(GRACEFULLY);
    assertThat(execution.asked()).containsExactly("cancel lease-1 within 345 s: by team:ops");
    assertThat(said()).isEmpty();
    reports(step(0, "cancelled"));
    reports(new JobReport.Stopped("cancelled", "by team:ops"));
    assertThat(said()).containsExactly("StepStatus 3", "JobCancelAck 4");
  }

  @Test
  void aHeartbeatAnswerRepeatsALostCancel() {
    runs(LEASE);
    passesSeconds(20);
    says(new JobHeartbeatAck(LEASE, 1, 120, true, false, 345));
    passesSeconds(20);
    says(new JobHeartbeatAck(LEASE, 2, 120, true, false, 325));
    assertThat(execution.asked()).containsExactly("cancel lease-1 within 345 s: cancel requested");
    passesSeconds(20);
    says(new JobHeartbeatAck(LEASE, 3, 120, true, true, 0));
    assertThat(execution.asked()).containsExactly("kill lease-1 FORCED");
  }

  @Test
  void aResultThatCrossesTheCancelIsSent() {
    runs(LEASE);
    says(GRACEFULLY);
    reports(success());
    assertThat(said()).containsExactly("JobComplete 3");
  }

  @Test
  void aCancelBeforeTheStartIsAcknowledgedRunsNothing() {
    says(dispatch(LEASE));
    said();
    says(GRACEFULLY);
    assertThat(all(JobCancelAck.class))
        .extracting(JobCancelAck::reason)
        .containsExactly("by team:ops");
    acknowledges(LEASE, 2);
    assertThat(execution.asked()).isEmpty();
    acknowledges(LEASE, 3);
    assertThat(session.isIdle()).isTrue();
  }

  @Test
  void nothingIsSentAfterForce() {
    runs(LEASE);
    says(GRACEFULLY);
    execution.asked();
    says(BY_FORCE);
    says(BY_FORCE);
    assertThat(execution.asked()).containsExactly("kill lease-1 FORCED");
    reports(step(0, "cancelled"));
    reports(new JobReport.Stopped("cancelled", ""));
    passesSeconds(60);
    assertThat(said()).isEmpty();
    assertThat(all(JobHeartbeat.class)).isEmpty();
    assertThat(session.isIdle()).isTrue();
  }

  @Test
  void forceBeforeTheStartForgetsTheLease() {
    says(dispatch(LEASE));
    says(BY_FORCE);
    acknowledges(LEASE, 2);
    assertThat(execution.asked()).isEmpty();
    assertThat(session.isIdle()).isTrue();
  }

  @Test
  void aStaleLeaseIsKilledWithOrWithoutHooks() {
    runs(LEASE);
    says(new LeaseStale(LEASE, "expired", "run"));
    assertThat(execution.asked()).containsExactly("kill lease-1 STALE");
    says(new LeaseStale(LEASE, "expired", "run"));
    assertThat(execution.asked()).isEmpty();
    says(new LeaseStale(LEASE, "revoked", "none"));
    assertThat(execution.asked()).containsExactly("kill lease-1 FORCED");
    reports(new JobReport.Killed());
    assertThat(said()).isEmpty();
    assertThat(session.isIdle()).isTrue();
  }

  @Test
  void aResultThatIsStaleIsForgotten() {
    runs(LEASE);
    reports(success());
    says(new LeaseStale(LEASE, "unknown", "none"));
    assertThat(execution.asked()).isEmpty();
    assertThat(session.isIdle()).isTrue();
  }

  @Test
  void anAgentThatEndsKillsEverythingAndTakesNothing() {
    runs(LEASE);
    session.killJobs(now);
    assertThat(execution.asked()).containsExactly("kill lease-1 ABANDONED");
    says(dispatch("lease-2"));
    reports(new JobReport.Killed());
    assertThat(said()).isEmpty();
    assertThat(session.isIdle()).isTrue();
  }
}
