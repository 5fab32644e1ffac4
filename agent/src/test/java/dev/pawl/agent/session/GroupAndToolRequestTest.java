package dev.pawl.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.protocol.ServerMessage.BreakerAnswer;
import dev.pawl.protocol.ServerMessage.JobCancel;
import dev.pawl.protocol.ServerMessage.JobConcurrencyAck;
import dev.pawl.protocol.ServerMessage.RegisterAck;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Questions of the agent: for a place in a group, and for the use of a tool.
class GroupAndToolRequestTest extends SessionStory {

  @BeforeEach
  void aJobWhoseGroupIsToBeFound() {
    says(inGroup(LEASE));
    assertThat(said()).containsExactly("JobAck 1");
    assertThat(execution.asked()).containsExactly("evaluate lease-1");
    acknowledges(LEASE, 1);
  }

  private void isFound() {
    reports(new JobReport.GroupEvaluated("deploy-main"));
    assertThat(said()).containsExactly("JobConcurrencyReport 2");
    acknowledges(LEASE, 2);
  }

  private void isAnswered(String action) {
    says(new JobConcurrencyAck(LEASE, action, ""));
  }

  @Test
  void aJobProceedsToItsStartAndOnlyThenRuns() {
    isFound();
    assertThat(said()).isEmpty();
    isAnswered("proceed");
    isAnswered("proceed");
    assertThat(said()).containsExactly("JobStart 3");
    assertThat(execution.asked()).isEmpty();
    acknowledges(LEASE, 3);
    assertThat(execution.asked()).containsExactly("start lease-1");
  }

  @Test
  void aJobThatMustWaitReleasesItsSlot() {
    isFound();
    isAnswered("wait");
    assertThat(execution.asked()).containsExactly("kill lease-1 RELEASED");
    reports(new JobReport.Killed());
    assertThat(session.isIdle()).isTrue();
    passesSeconds(60);
    assertThat(said()).isEmpty();
  }

  @Test
  void aGroupQuestionIsRepeatedUntilItIsAnswered() {
    isFound();
    session.disconnected(now);
    connects();
    says(new RegisterAck("a1", 20, ""));
    assertThat(said()).containsExactly("AgentRegister", "JobConcurrencyReport 2");
    isAnswered("proceed");
    said();
    session.disconnected(now);
    connects();
    says(new RegisterAck("a1", 20, ""));
    assertThat(said()).containsExactly("AgentRegister", "JobStart 3");
  }

  @Test
  void anUnacknowledgedQuestionIsSentOnce() {
    reports(new JobReport.GroupEvaluated("deploy-main"));
    said();
    session.disconnected(now);
    connects();
    says(new RegisterAck("a1", 20, ""));
    assertThat(said()).containsExactly("AgentRegister", "JobConcurrencyReport 2");
  }

  @Test
  void aCommandThatFailsIsTheJobsResult() {
    reports(new JobReport.Completed("failed", 3, "user", "no group", null, java.util.Map.of()));
    assertThat(said()).containsExactly("JobComplete 2");
  }

  @Test
  void aCancelIsReportedAfterTheGroupCommandHasEnded() {
    says(new JobCancel(LEASE, false, "by team:ops", 60));
    assertThat(execution.asked()).containsExactly("kill lease-1 RELEASED");
    assertThat(said()).isEmpty();
    reports(new JobReport.GroupEvaluated("too late"));
    reports(new JobReport.Killed());
    assertThat(said()).containsExactly("JobCancelAck 2");
    acknowledges(LEASE, 2);
    assertThat(session.isIdle()).isTrue();
  }

  @Test
  void aToolIsAskedForUntilTheAnswerComes() {
    isFound();
    isAnswered("proceed");
    acknowledges(LEASE, 3);
    said();
    execution.asked();
    reports(new JobReport.ToolRequested(0, "npm"));
    assertThat(said()).containsExactly("BreakerAcquire");
    session.disconnected(now);
    connects();
    says(new RegisterAck("a1", 20, ""));
    assertThat(said()).containsExactly("AgentRegister", "BreakerAcquire");
    says(new BreakerAnswer(LEASE, 0, "npm", false, 42));
    assertThat(execution.asked()).containsExactly("resume the log of lease-1", "leave npm");
    passesSeconds(60);
    assertThat(said()).isEmpty();
  }
}
