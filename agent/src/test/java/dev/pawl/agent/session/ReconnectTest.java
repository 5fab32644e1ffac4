package dev.pawl.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.protocol.ServerMessage.LogAck;
import dev.pawl.protocol.ServerMessage.RegisterAck;
import dev.pawl.protocol.ServerMessage.Resend;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// A connection that is lost, and a new one.
class ReconnectTest extends SessionStory {

  private static final RegisterAck REGISTERED = new RegisterAck("a1", 20, "");

  @Test
  void aReconnectRepeatsUnacknowledgedMessages() {
    runs("lease-1");
    runs("lease-2");
    reports(step(0, "running"));
    session.report("lease-2", success(), now);
    session.disconnected(now);
    said();
    reports(step(0, "success"));
    connects();
    reports(step(1, "running"));
    assertThat(all(AgentRegister.class))
        .extracting(AgentRegister::inFlight)
        .containsExactly(java.util.List.of("lease-1", "lease-2"));
    assertThat(said()).containsExactly("AgentRegister");
    says(REGISTERED);
    assertThat(all(JobHeartbeat.class)).hasSize(2);
    assertThat(said())
        .containsExactly("StepStatus 3", "StepStatus 4", "StepStatus 5", "JobComplete 3");
    acknowledges(LEASE, 4);
    says(REGISTERED);
    assertThat(said()).isEmpty();
  }

  @Test
  void aLeaseThatIsOverIsNotInFlight() {
    runs("lease-1");
    session.disconnected(now);
    passes(TTL);
    connects();
    assertThat(all(AgentRegister.class).getLast().inFlight()).isEmpty();
  }

  @Test
  void aJobThatWaitedForItsStartGoesOnWaiting() {
    says(dispatch(LEASE));
    session.disconnected(now);
    said();
    connects();
    says(REGISTERED);
    assertThat(said()).containsExactly("AgentRegister", "JobAck 1", "JobStart 2");
    assertThat(execution.asked()).isEmpty();
    acknowledges(LEASE, 2);
    assertThat(execution.asked()).containsExactly("start lease-1");
  }

  @Test
  void aDispatchThatOvertakesTheRegistrationIsAnsweredAfterIt() {
    session.disconnected(now);
    connects();
    says(dispatch(LEASE));
    assertThat(said()).containsExactly("AgentRegister");
    says(REGISTERED);
    assertThat(said()).containsExactly("JobAck 1", "JobStart 2");
  }

  @Test
  void anUnansweredRegistrationIsSentAgain() {
    session.disconnected(now);
    connects();
    passes(ServerRegistration.REGISTER_TIMEOUT);
    assertThat(said()).containsExactly("AgentRegister", "AgentRegister");
  }

  @Test
  void itDialsOnceATryAndWaitsLongerEachTime() {
    assertThat(session.shouldConnect(now)).isFalse();
    session.disconnected(now);
    for (int failures = 1; failures < 20; failures++) {
      Duration at = now.plus(ReconnectBackoff.after(failures, "a1"));
      assertThat(session.nextWake()).hasValue(at);
      assertThat(session.shouldConnect(at.minusNanos(1))).isFalse();
      assertThat(session.shouldConnect(at)).isTrue();
      assertThat(session.shouldConnect(at)).isFalse();
      assertThat(session.nextWake()).isEmpty();
      now = at;
      session.disconnected(now);
    }
    passesSeconds(15);
    assertThat(session.shouldConnect(now)).isTrue();
    connects();
    says(REGISTERED);
    session.disconnected(now);
    assertThat(session.nextWake()).hasValue(now.plus(ReconnectBackoff.after(1, "a1")));
  }

  @Test
  void whatTheServerMissesItAsksFor() {
    runs(LEASE);
    reportsAlone(step(0, "running"));
    reportsAlone(step(0, "success"));
    said();
    says(new Resend(LEASE, 4));
    assertThat(said()).containsExactly("StepStatus 4");
  }

  @Test
  void aLostAcknowledgementIsRepeatedWithTheNextHeartbeat() {
    says(dispatch(LEASE));
    said();
    passesSeconds(20);
    assertThat(said()).containsExactly("JobAck 1", "JobStart 2");
  }

  @Test
  void aLostMessageIsRepeatedAfterOneInterval() {
    runs(LEASE);
    passesSeconds(19);
    reportsAlone(step(0, "running"));
    said();
    passesSeconds(1);
    assertThat(said()).isEmpty();
    passesSeconds(20);
    assertThat(said()).containsExactly("StepStatus 3");
  }

  @Test
  void theLogContinuesAfterTheRegistration() {
    runs("lease-1");
    runs("lease-2");
    session.report("lease-2", success(), now);
    session.disconnected(now);
    connects();
    execution.asked();
    says(REGISTERED);
    assertThat(execution.asked()).containsExactly("resume the log of lease-1");
    says(REGISTERED);
    assertThat(execution.asked()).isEmpty();
  }

  @Test
  void theLogsAcknowledgementsArePassedOn() {
    runs(LEASE);
    says(new LogAck(LEASE, 2, 77));
    assertThat(execution.asked()).containsExactly("log lease-1 2 77");
  }
}
