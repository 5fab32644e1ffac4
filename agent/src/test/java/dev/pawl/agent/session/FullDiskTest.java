package dev.pawl.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.protocol.AgentMessage.JobReject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Messages that cannot be stored are not sent.
class FullDiskTest extends SessionStory {

  @Test
  void aReportWaitsForRoomAndTheHeartbeatDoesNot() {
    runs(LEASE);
    disk.isFull = true;
    reportsAlone(step(0, "running"));
    assertThat(session.isFull(LEASE)).isTrue();
    assertThat(session.isAppendPending()).isTrue();
    passesSeconds(60);
    assertThat(all(JobHeartbeat.class)).hasSize(3);
    assertThat(said()).isEmpty();
    disk.isFull = false;
    passes(LeaseSessions.APPEND_RETRY);
    assertThat(said()).containsExactly("StepStatus 3");
    assertThat(session.isFull(LEASE)).isFalse();
    assertThat(session.isAppendPending()).isFalse();
    reports(success());
    assertThat(said()).containsExactly("JobComplete 4");
  }

  @Test
  void itIsTriedAgainByTheClock() {
    runs(LEASE);
    disk.isFull = true;
    reportsAlone(step(0, "running"));
    passesSeconds(1);
    assertThat(session.nextWake()).isPresent();
    assertThat(session.nextWake().orElseThrow())
        .isLessThanOrEqualTo(now.plus(LeaseSessions.APPEND_RETRY));
  }

  @Test
  void whatIsAcknowledgedMeanwhileIsAcknowledged() {
    says(dispatch(LEASE));
    disk.isFull = true;
    acknowledges(LEASE, 2);
    assertThat(execution.asked()).containsExactly("start lease-1");
  }

  @Test
  void whatWasNotSaidCannotBeAcknowledged() {
    runs(LEASE);
    disk.isFull = true;
    reports(success());
    acknowledges(LEASE, 3);
    assertThat(session.isIdle()).isFalse();
    disk.isFull = false;
    passes(LeaseSessions.APPEND_RETRY);
    assertThat(said()).containsExactly("JobComplete 3");
  }

  @Test
  void aDispatchThatCannotBeStoredIsIgnored() {
    disk.isFull = true;
    says(inGroup(LEASE));
    passesSeconds(60);
    assertThat(said()).isEmpty();
    assertThat(execution.asked()).isEmpty();
    assertThat(session.isIdle()).isTrue();
    disk.isFull = false;
    says(inGroup(LEASE));
    assertThat(said()).isEmpty();
    says(dispatch("another lease", "run-1", 2, "./which-group"));
    assertThat(said()).containsExactly("JobAck 1");
    assertThat(execution.asked()).containsExactly("evaluate another lease");
  }

  @Test
  void aDispatchIsRejectedIfOnlyTheRejectionFits() {
    var tight =
        new InMemorySpool() {
          @Override
          public boolean hasRoom() {
            return false;
          }
        };
    startsWith(tight);
    says(dispatch(LEASE));
    assertThat(all(JobReject.class)).extracting(JobReject::reason).containsExactly("unfit");
  }

  @Test
  void aDispatchIsRejectedWhileAnotherJobWaitsToSpeak() {
    runs("lease-1");
    disk.isFull = true;
    reportsAlone(step(0, "running"));
    disk.isFull = false;
    says(dispatch("lease-2"));
    assertThat(all(JobReject.class)).extracting(JobReject::reason).containsExactly("unfit");
    passes(LeaseSessions.APPEND_RETRY);
    assertThat(said()).containsExactly("JobReject 1", "StepStatus 3");
    says(dispatch("lease-3"));
    assertThat(said()).containsExactly("JobAck 1", "JobStart 2");
  }

  @Test
  void aRestartReportsLostJobsWithAFullDisk() {
    runs(LEASE);
    disk.isFull = true;
    restarts();
    registers();
    assertThat(said()).containsExactly("AgentRegister", "JobLost 3");
  }

  @Test
  void aReportThatWasNeverKeptNeverWas() {
    runs(LEASE);
    disk.isFull = true;
    reports(success());
    disk.isFull = false;
    restarts();
    registers();
    assertThat(said()).isEqualTo(List.of("AgentRegister", "JobLost 3"));
  }
}
