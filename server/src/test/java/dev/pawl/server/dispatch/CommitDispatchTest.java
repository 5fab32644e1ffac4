package dev.pawl.server.dispatch;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.complete;
import static dev.pawl.server.ScriptedAgent.start;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.AgentMessage.JobCommitReport;
import dev.pawl.protocol.ServerMessage.Ack;
import dev.pawl.protocol.ServerMessage.JobCommitAck;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.server.OrchestratorCluster;
import dev.pawl.server.OrchestratorNode;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.ScriptedAgent;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Jobs of a run that was started for a ref.
class CommitDispatchTest {

  private static final String FIRST = "1".repeat(40);
  private static final String SECOND = "2".repeat(40);

  private final OrchestratorCluster cluster = new OrchestratorCluster();
  private final OrchestratorNode one = cluster.node("o1");
  private final ScriptedAgent agent = cluster.agent("a1");
  private JobDispatch first;
  private JobDispatch second;

  @BeforeEach
  void twoJobsOfARef() {
    one.hears(agent, agent.registers(2, List.of("linux")));
    cluster.runs(one, "r1", SamplePlans.ofRef(SamplePlans.sideBySide(2)));
    first = agent.dispatches().getFirst();
    second = agent.dispatches().getLast();
  }

  private static AgentMessage commit(JobDispatch job, long seq, String commit) {
    return new JobCommitReport(job.leaseId(), job.runId(), job.jobId(), job.attempt(), seq, commit);
  }

  @Test
  void bothAreAskedAndTheFirstAnswerIsForBoth() {
    assertThat(first.inputs().unresolvedRef()).isEqualTo("refs/heads/main");
    assertThat(second.inputs().unresolvedRef()).isEqualTo("refs/heads/main");
    one.hears(agent, ack(first, 1), ack(second, 1));
    one.hears(agent, commit(first, 2, FIRST));
    assertThat(agent.last()).isEqualTo(new JobCommitAck(first.leaseId(), FIRST));
    one.hears(agent, commit(second, 2, SECOND));
    assertThat(agent.last()).isEqualTo(new JobCommitAck(second.leaseId(), FIRST));
    assertThat(cluster.run("r1").origin().source().commit()).isEqualTo(FIRST);
  }

  @Test
  void aRepeatedReportIsAnsweredAlike() {
    one.hears(agent, ack(first, 1), commit(first, 2, FIRST));
    agent.received().clear();
    one.hears(agent, commit(first, 2, FIRST));
    assertThat(agent.received())
        .containsExactly(new Ack(first.leaseId(), 2), new JobCommitAck(first.leaseId(), FIRST));
  }

  @Test
  void anotherAttemptIsDispatchedWithTheCommit() {
    one.hears(agent, ack(first, 1), commit(first, 2, FIRST), start(first, 3));
    one.hears(agent, complete(first, 4, "failed", "infra"));
    cluster.livesFor(java.time.Duration.ofMinutes(1));
    JobDispatch again = agent.dispatches().getLast();
    assertThat(again.attempt()).isEqualTo(2);
    assertThat(again.inputs().unresolvedRef()).isNull();
    assertThat(again.inputs().contexts()).contains("\"sha\":\"%s\"".formatted(FIRST));
  }

  @Test
  void whatIsNoCommitClosesTheConnection() {
    one.hears(agent, ack(first, 1), commit(first, 2, "--upload-pack=id"));
    assertThat(cluster.order()).contains("closed: a message has an invalid value");
    assertThat(cluster.run("r1").origin().source().commit()).isEmpty();
  }
}
