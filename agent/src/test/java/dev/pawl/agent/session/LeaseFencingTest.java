package dev.pawl.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.protocol.AgentMessage.JobLost;
import dev.pawl.protocol.ServerMessage.LeaseStale;
import dev.pawl.protocol.ServerMessage.Resend;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// The agent ends its leases before the server gives the job to another agent.
class LeaseFencingTest extends SessionStory {

  private static final Duration INSTANT = Duration.ofNanos(1);

  @Test
  void everyLeaseSendsHeartbeatsAtTheServersInterval() {
    runs(LEASE);
    runs("lease-2");
    passesSeconds(60);
    assertThat(all(JobHeartbeat.class))
        .extracting(JobHeartbeat::leaseId)
        .containsExactly(LEASE, "lease-2", LEASE, "lease-2", LEASE, "lease-2");
    assertThat(all(JobHeartbeat.class)).extracting(JobHeartbeat::stage).containsOnly("running");
  }

  @Test
  void withoutAnAnswerALeaseLastsFromItsDispatch() {
    runs(LEASE);
    passes(TTL.minus(INSTANT));
    assertThat(execution.asked()).isEmpty();
    passes(INSTANT);
    assertThat(execution.asked()).containsExactly("kill lease-1 FENCED");
  }

  @Test
  void anAnswerRenewsFromWhenItsHeartbeatWasSent() {
    runs(LEASE);
    passesSeconds(59); // sent at 20 and 40
    answersBeat(2);
    passes(Duration.ofSeconds(40).plus(TTL).minus(INSTANT).minus(now));
    assertThat(execution.asked()).isEmpty();
    passes(INSTANT);
    assertThat(execution.asked()).containsExactly("kill lease-1 FENCED");
  }

  @Test
  void lateAndDuplicateAnswersRenewOnlyTheirHeartbeat() {
    runs(LEASE);
    passesSeconds(110); // sent at 20, 40, 60, 80, 100
    answersBeat(2);
    answersBeat(2);
    answersBeat(1);
    answersBeat(77);
    passes(Duration.ofSeconds(40).plus(TTL).minus(INSTANT).minus(now));
    assertThat(execution.asked()).isEmpty();
    passes(INSTANT);
    assertThat(execution.asked()).containsExactly("kill lease-1 FENCED");
  }

  @Test
  void anAnswerAfterTheExpiryDoesNotReviveTheLease() {
    runs(LEASE);
    passesSeconds(119);
    now = TTL;
    answersBeat(5); // nobody has called tick yet
    assertThat(execution.asked()).containsExactly("kill lease-1 FENCED");
    passesSeconds(300);
    assertThat(all(JobHeartbeat.class)).hasSize(5);
  }

  @Test
  void aFencedJobIsReportedAsLostWhenNothingOfItIsLeft() {
    runs(LEASE);
    reports(step(0, "running"));
    passes(TTL);
    said();
    reports(step(0, "failed"));
    assertThat(said()).isEmpty();
    reports(new JobReport.Killed());
    assertThat(all(JobLost.class)).extracting(JobLost::reason).containsExactly(LeaseSession.FENCED);
    assertThat(said()).containsExactly("JobLost 4");
    says(new Resend(LEASE, 3));
    assertThat(said()).containsExactly("StepStatus 3", "JobLost 4");
    acknowledges(LEASE, 4);
    assertThat(session.isIdle()).isTrue();
  }

  @Test
  void noResultOfAFencedJobIsReported() {
    runs(LEASE);
    passes(TTL);
    reports(success());
    assertThat(said()).containsExactly("JobLost 3");
  }

  @Test
  void theLossIsReportedAfterAReconnect() {
    runs(LEASE);
    session.disconnected(now);
    passes(TTL);
    reports(new JobReport.Killed());
    assertThat(said()).isEmpty();
    registers();
    assertThat(all(AgentRegister.class).getLast().inFlight()).containsExactly(LEASE);
    assertThat(said()).containsExactly("AgentRegister", "JobLost 3");
  }

  @Test
  void theLossIsReportedAlsoAfterARestart() {
    runs(LEASE);
    session.disconnected(now);
    passes(TTL);
    reports(new JobReport.Killed());
    restarts();
    registers();
    assertThat(said()).containsExactly("AgentRegister", "JobLost 3");
  }

  @Test
  void nothingIsReportedIfTheServerHasEndedTheLeaseToo() {
    runs(LEASE);
    passes(TTL);
    says(new LeaseStale(LEASE, "expired", "run"));
    reports(new JobReport.Killed());
    assertThat(said()).isEmpty();
    assertThat(session.isIdle()).isTrue();
  }

  @Test
  void theLossWaitsForRoomOnTheDisk() {
    runs(LEASE);
    disk.isFull = true;
    reports(step(0, "running"));
    passes(TTL);
    reports(new JobReport.Killed());
    assertThat(said()).isEmpty();
    disk.isFull = false;
    passes(LeaseSessions.APPEND_RETRY);
    assertThat(said()).containsExactly("StepStatus 3", "JobLost 4");
  }

  @Test
  void theExecutionKnowsHowLongALeaseLasts() {
    says(dispatch(LEASE));
    assertThat(execution.renewals()).isEmpty();
    passesSeconds(5);
    acknowledges(LEASE, 2);
    assertThat(execution.renewals()).containsExactly("lease-1 115 s");
    passesSeconds(20);
    answersBeat(1);
    assertThat(execution.renewals()).containsExactly("lease-1 115 s");
    answersBeat(1);
    assertThat(execution.renewals()).isEmpty();
  }

  @Test
  void aLateAcknowledgementOfTheStartStartsNothing() {
    says(dispatch(LEASE));
    now = TTL;
    acknowledges(LEASE, 2);
    assertThat(execution.asked()).isEmpty();
    assertThat(session.isIdle()).isTrue();
  }

  @Test
  void itEndsTheLeaseAlsoWithoutAConnection() {
    runs(LEASE);
    passesSeconds(25);
    answersBeat(1);
    session.disconnected(now);
    passesSeconds(20 + 120 - 25);
    assertThat(execution.asked()).containsExactly("kill lease-1 FENCED");
  }

  @Test
  void aSlotIsOccupiedUntilTheJobIsGone() {
    runs(LEASE);
    runs("lease-2");
    passes(TTL);
    says(dispatch("lease-3"));
    assertThat(said()).contains("JobReject 1");
    reports(new JobReport.Killed());
    says(dispatch("lease-4"));
    assertThat(said()).contains("JobAck 1", "JobStart 2");
  }

  @Test
  void aResultIsKeptForLongerThanTheLease() {
    runs(LEASE);
    session.disconnected(now);
    reports(success());
    passes(TTL.multipliedBy(2));
    assertThat(execution.asked()).isEmpty();
    connects();
    says(new dev.pawl.protocol.ServerMessage.RegisterAck("a1", 20, ""));
    assertThat(said()).containsExactly("AgentRegister", "JobComplete 3");
  }
}
