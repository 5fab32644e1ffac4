package dev.pawl.agent.exec;

import static dev.pawl.agent.story.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.process.ProcessTable;
import dev.pawl.agent.story.AgentStory;
import dev.pawl.agent.story.ProcessWait;
import dev.pawl.protocol.AgentMessage.JobCancelAck;
import dev.pawl.protocol.AgentMessage.JobConcurrencyReport;
import dev.pawl.protocol.AgentMessage.JobStart;
import dev.pawl.protocol.ServerMessage.JobConcurrencyAck;
import org.junit.jupiter.api.Test;

/// A job whose group is evaluated by a command.
class GroupCommandTest extends AgentStory {

  private void isAnswered(String action) {
    server.says(new JobConcurrencyAck(LEASE, action, ""));
  }

  @Test
  void theLastLineThatItPrintsIsTheGroup() throws InterruptedException {
    isDispatched(job("touch ran").inGroupOf("echo noise\necho deploy-$PAWL_JOB"));
    assertThat(server.await(JobConcurrencyReport.class).group()).isEqualTo("deploy-build");
    assertThat(tree.resolve("ran")).doesNotExist();
    isAnswered("proceed");
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(tree.resolve("ran")).exists();
  }

  @Test
  void itMayPrintMuchBeforeThat() throws InterruptedException {
    isDispatched(job("true").inGroupOf("seq 100000; printf 'deploy\n\n'"));
    assertThat(server.await(JobConcurrencyReport.class).group()).isEqualTo("deploy");
    isAnswered("proceed");
    assertThat(server.result().status()).isEqualTo("success");
  }

  @Test
  void aJobThatHasToWaitLeavesNothingBehind() throws InterruptedException {
    isDispatched(job("touch never").inGroupOf("sleep 300 & echo deploy"));
    server.await(JobConcurrencyReport.class);
    isAnswered("wait");
    becomesIdle();
    assertThat(ProcessTable.withMarker(token)).isEmpty();
    assertThat(tree.resolve("never")).doesNotExist();
    assertThat(server.heard()).noneMatch(JobStart.class::isInstance);
  }

  @Test
  void aCommandThatFailsFailsTheJob() throws InterruptedException {
    isDispatched(job("touch never").inGroupOf("echo no such branch >&2; exit 3"));
    assertThat(server.result().reason()).contains("group-command", "exit code 3", "no such branch");
    assertThat(tree.resolve("never")).doesNotExist();
  }

  @Test
  void aNameThatIsTooLongFailsTheJob() throws InterruptedException {
    isDispatched(job("touch never").inGroupOf("head -c 6000 /dev/urandom | base64 -w0"));
    assertThat(server.result().reason())
        .contains("the name that group-command printed", "has more than 1,024 bytes");
    assertThat(tree.resolve("never")).doesNotExist();
  }

  @Test
  void aCommandThatPrintsNothingFailsTheJob() throws InterruptedException {
    isDispatched(job("touch never").inGroupOf("true"));
    assertThat(server.result().reason()).contains("printed nothing");
  }

  @Test
  void aCancelEndsTheCommand() throws Exception {
    isDispatched(job("touch never").inGroupOf("echo $$ > pid; sleep 300; echo late"));
    long pid = pidIn("pid");
    isCancelled();
    assertThat(server.await(JobCancelAck.class).finalStatus()).isEqualTo("cancelled");
    ProcessWait.untilGone(pid);
    assertThat(tree.resolve("never")).doesNotExist();
  }
}
