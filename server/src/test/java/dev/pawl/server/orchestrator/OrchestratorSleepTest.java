package dev.pawl.server.orchestrator;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.heartbeat;
import static dev.pawl.server.ScriptedAgent.start;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.run.Job;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.protocol.ServerMessage.JobHeartbeatAck;
import dev.pawl.server.OrchestratorCluster;
import dev.pawl.server.OrchestratorNode;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.ScriptedAgent;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// An orchestrator that slept for an hour, with a hundred leases out.
class OrchestratorSleepTest {

  private static final int EACH = 50;

  private OrchestratorCluster cluster;
  private OrchestratorNode node;
  private ScriptedAgent first;
  private ScriptedAgent second;

  @BeforeEach
  void anHourWithoutATurn() {
    cluster = new OrchestratorCluster();
    node = cluster.node("o1");
    first = cluster.agent("a1");
    second = cluster.agent("a2");
    node.hears(first, first.registers(EACH, List.of("linux")));
    node.hears(second, second.registers(EACH, List.of("linux")));
    cluster.runs(node, "r1", SamplePlans.sideBySide(2 * EACH));
    begins(first);
    begins(second);
    cluster.livesFor(Duration.ofSeconds(1));
    assertThat(in(AttemptState.RUNNING)).isEqualTo(2 * EACH);
    cluster.passes(Duration.ofHours(1));
  }

  private void begins(ScriptedAgent agent) {
    assertThat(agent.dispatches()).hasSize(EACH);
    agent.dispatches().forEach(job -> node.gets(agent, ack(job, 1), start(job, 2)));
    node.turn();
  }

  private long in(AttemptState state) {
    return jobs().stream().filter(job -> job.attempt().state() == state).count();
  }

  private List<Job> jobs() {
    return StreamSupport.stream(cluster.run("r1").jobs().spliterator(), false).toList();
  }

  /// The attempts that are the first, and still under their first lease.
  private long undisturbed() {
    return jobs().stream()
        .map(Job::attempt)
        .filter(attempt ->
            attempt instanceof Attempt.WithAgent held
                && held.number() == 1
                && held.lease().number() == 1)
        .count();
  }

  @Test
  void losesNobodyForThirtySecondsAfterIt() {
    node.turn();
    assertThat(in(AttemptState.RUNNING)).isEqualTo(2 * EACH);
    cluster.livesFor(Duration.ofSeconds(29));
    assertThat(in(AttemptState.RUNNING)).isEqualTo(2 * EACH);
    cluster.livesFor(Duration.ofSeconds(1));
    assertThat(undisturbed()).isZero();
  }

  @Test
  void keepsTheLeasesOfThoseWhoComeBackAndOfNobodyElse() {
    node.turn();
    cluster.livesFor(Duration.ofSeconds(20));
    JobDispatch[] inFlight = first.dispatches().toArray(JobDispatch[]::new);
    var back = cluster.agent("a1");
    node.hears(back, back.registers(EACH, List.of("linux"), inFlight));
    for (JobDispatch job : inFlight) {
      node.hears(back, heartbeat(job));
      assertThat(back.last())
          .isEqualTo(new JobHeartbeatAck(job.leaseId(), 1, 120, false, false, 0));
    }
    cluster.livesFor(Duration.ofSeconds(10));
    assertThat(undisturbed()).isEqualTo(EACH);
    assertThat(in(AttemptState.RUNNING)).isEqualTo(EACH);
  }
}
