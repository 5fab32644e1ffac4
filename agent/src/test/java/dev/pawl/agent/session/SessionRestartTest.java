package dev.pawl.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.protocol.AgentMessage.JobLost;
import dev.pawl.protocol.ServerMessage.JobCompleteAck;
import dev.pawl.protocol.ServerMessage.LeaseStale;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// An agent that crashes, and is restarted with its spool.
class SessionRestartTest extends SessionStory {

  private java.util.List<String> inFlight() {
    return all(AgentRegister.class).getLast().inFlight();
  }

  @Test
  void anOpenJobIsReportedAsLostUntilAcknowledged() {
    runs(LEASE);
    reportsAlone(step(0, "running"));
    restarts();
    registers();
    assertThat(inFlight()).containsExactly(LEASE);
    assertThat(all(JobLost.class)).extracting(JobLost::reason).containsExactly("agent restarted");
    assertThat(said()).containsExactly("AgentRegister", "StepStatus 3", "JobLost 4");
    passesSeconds(20);
    assertThat(said()).containsExactly("StepStatus 3", "JobLost 4");
    acknowledges(LEASE, 4);
    passesSeconds(60);
    assertThat(said()).isEmpty();
    assertThat(session.isIdle()).isTrue();
    assertThat(execution.asked()).isEmpty();
  }

  @Test
  void onlyAReportedEndIsSentAgain() {
    runs(LEASE);
    reports(success());
    restarts();
    registers();
    assertThat(inFlight()).containsExactly(LEASE);
    assertThat(said()).containsExactly("AgentRegister", "JobComplete 3");
    says(new JobCompleteAck(LEASE, true));
    assertThat(session.isIdle()).isTrue();
    restarts();
    assertThat(session.isIdle()).isTrue();
  }

  @Test
  void aRejectionIsSentAgain() {
    runs("lease-1");
    runs("lease-2");
    says(dispatch("lease-3"));
    restarts();
    registers();
    assertThat(inFlight()).containsExactly("lease-1", "lease-2");
    assertThat(said()).containsExactly("AgentRegister", "JobLost 3", "JobLost 3", "JobReject 1");
    acknowledges("lease-3", 1);
    passesSeconds(20);
    assertThat(said()).doesNotContain("JobReject 1");
  }

  @Test
  void anUnacknowledgedStartKeepsItsNumber() {
    says(dispatch(LEASE));
    restarts();
    registers();
    assertThat(said()).containsExactly("AgentRegister", "JobAck 1", "JobStart 2", "JobLost 3");
    acknowledges(LEASE, 2);
    assertThat(execution.asked()).isEmpty();
  }

  @Test
  void aLeaseThatWasSeenIsNotTakenAgain() {
    runs(LEASE);
    restarts();
    registers();
    acknowledges(LEASE, 3);
    said();
    says(dispatch(LEASE));
    restarts();
    registers();
    said();
    says(dispatch(LEASE));
    assertThat(said()).isEmpty();
    assertThat(session.isIdle()).isTrue();
  }

  @Test
  void aSecondRestartSendsTheSameMessages() {
    runs(LEASE);
    restarts();
    registers();
    assertThat(said()).containsExactly("AgentRegister", "JobLost 3");
    restarts();
    registers();
    assertThat(said()).containsExactly("AgentRegister", "JobLost 3");
  }

  @Test
  void aLeaseThatTheServerCallsStaleIsForgotten() {
    runs(LEASE);
    restarts();
    registers();
    says(new LeaseStale(LEASE, "expired", "run"));
    assertThat(session.isIdle()).isTrue();
    assertThat(execution.asked()).isEmpty();
    restarts();
    assertThat(session.isIdle()).isTrue();
  }

  @Test
  void aKilledAgentReportsItsJobsAfterARestart() {
    runs("lease-1");
    runs("lease-2");
    session.report("lease-2", success(), now);
    session.killJobs(now);
    reports(new JobReport.Killed());
    assertThat(session.isIdle()).isTrue();
    restarts();
    registers();
    assertThat(said()).containsExactly("AgentRegister", "JobLost 3", "JobComplete 3");
  }

  @Test
  void aJobThatWasBeingCancelledIsLostByACrash() {
    runs(LEASE);
    passes(TTL);
    assertThat(execution.asked()).containsExactly("kill lease-1 FENCED");
    restarts();
    registers();
    assertThat(said()).containsExactly("AgentRegister", "JobLost 3");
  }

  @Test
  void nothingIsFencedThatDoesNotRun() {
    runs(LEASE);
    restarts();
    passes(TTL.plus(Duration.ofHours(1)));
    registers();
    assertThat(all(JobHeartbeat.class)).hasSize(1);
    assertThat(said()).containsExactly("AgentRegister", "JobLost 3");
  }

  @Test
  void theSlotsOfLostJobsAreFree() {
    runs("lease-1");
    runs("lease-2");
    restarts();
    registers();
    said();
    says(dispatch("lease-3"));
    assertThat(said()).containsExactly("JobAck 1", "JobStart 2");
  }
}
