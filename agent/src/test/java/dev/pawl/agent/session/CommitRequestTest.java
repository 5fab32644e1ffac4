package dev.pawl.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.protocol.ServerMessage.JobCancel;
import dev.pawl.protocol.ServerMessage.JobCommitAck;
import dev.pawl.protocol.ServerMessage.RegisterAck;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The commit of a run's ref, which the agent finds out and the server decides.
class CommitRequestTest extends SessionStory {

  @BeforeEach
  void aJobOfARef() {
    says(ofRef(LEASE));
    assertThat(said()).containsExactly("JobAck 1");
    assertThat(execution.asked()).containsExactly("resolve lease-1");
    acknowledges(LEASE, 1);
  }

  private void isFound() {
    reports(new JobReport.CommitResolved("mine"));
    assertThat(said()).containsExactly("JobCommitReport 2");
    acknowledges(LEASE, 2);
  }

  @Test
  void theJobStartsAtTheCommitThatTheServerDecides() {
    isFound();
    assertThat(said()).isEmpty();
    says(new JobCommitAck(LEASE, "theirs"));
    says(new JobCommitAck(LEASE, "theirs"));
    assertThat(said()).containsExactly("JobStart 3");
    assertThat(execution.asked()).containsExactly("commit lease-1 theirs");
    acknowledges(LEASE, 3);
    assertThat(execution.asked()).containsExactly("start lease-1");
  }

  @Test
  void theQuestionIsRepeatedUntilItIsAnswered() {
    isFound();
    session.disconnected(now);
    connects();
    says(new RegisterAck("a1", 20, ""));
    assertThat(said()).containsExactly("AgentRegister", "JobCommitReport 2");
    says(new JobCommitAck(LEASE, "theirs"));
    assertThat(said()).containsExactly("JobStart 3");
  }

  @Test
  void anAnswerWithoutACommitStartsNothing() {
    isFound();
    says(new JobCommitAck(LEASE, ""));
    assertThat(said()).isEmpty();
    assertThat(execution.asked()).isEmpty();
  }

  @Test
  void aCancelReleasesTheJobFirst() {
    says(new JobCancel(LEASE, false, "enough", 30));
    assertThat(execution.asked()).containsExactly("kill lease-1 RELEASED");
    reports(new JobReport.CommitResolved("too late"));
    assertThat(said()).isEmpty();
    reports(new JobReport.Killed());
    assertThat(said()).containsExactly("JobCancelAck 2");
  }

  @Test
  void aRefThatIsNotThereFailsTheJob() {
    reports(
        new JobReport.Completed("failed", null, "user", "no such ref", null, java.util.Map.of()));
    assertThat(said()).containsExactly("JobComplete 2");
  }
}
