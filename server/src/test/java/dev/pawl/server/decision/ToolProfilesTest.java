package dev.pawl.server.decision;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.complete;
import static dev.pawl.server.ScriptedAgent.start;
import static dev.pawl.server.ScriptedAgent.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.breaker.ToolProfile.Provenance;
import dev.pawl.core.breaker.ToolProfiles;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.lifecycle.BreakerState;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.protocol.AgentMessage.StepStatus;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.server.OrchestratorCluster;
import dev.pawl.server.OrchestratorNode;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.ScriptedAgent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Profiles of tools, from the configuration and set at run time, and their effect.
class ToolProfilesTest {

  private static final String KEY = "default:npm";
  private static final Actor MAINTAINER = Actor.person("maintainer");

  private final OrchestratorCluster cluster = new OrchestratorCluster();
  private OrchestratorNode node = cluster.node("o0");
  private ScriptedAgent agent = cluster.agent("a1");

  private static ToolProfile profile(int threshold) {
    return new ToolProfile(
        threshold,
        Duration.ofMinutes(3),
        1,
        List.of(75),
        List.of(0, 4),
        true,
        2,
        Optional.of("npm ping"));
  }

  private void given(Map<String, ToolProfile> tools) {
    node = cluster.with(new ToolProfiles(new TreeMap<>(tools))).node("o1");
    agent = cluster.agent("a1");
    node.hears(agent, agent.registers());
  }

  private JobDispatch runs(String id) {
    cluster.runs(node, id, SamplePlans.usingTool("npm"));
    JobDispatch job = agent.dispatch();
    node.hears(agent, ack(job, 1), start(job, 2));
    return job;
  }

  private void failsWith(JobDispatch job, int exitCode) {
    var failed =
        new StepStatus(
            job.leaseId(),
            job.runId(),
            job.jobId(),
            job.attempt(),
            4,
            0,
            "greet",
            "step",
            "failed",
            exitCode,
            null,
            "process",
            1,
            Map.of(),
            "",
            "user",
            1);
    node.hears(agent, step(job, 3, "running"), failed, complete(job, 5, "failed", "user"));
  }

  private BreakerState state() {
    return cluster.store().breaker(KEY).state();
  }

  private Decision set(Optional<ToolProfile> profile) {
    var reply = node.orchestrator().setTool(KEY, profile, MAINTAINER);
    node.turn();
    return reply.join();
  }

  private Breaker effective() {
    return node.orchestrator().effective(cluster.store().breaker(KEY));
  }

  @Test
  void aConfiguredProfileReachesTheSteps() {
    given(Map.of("npm", profile(2)));
    StepPolicy policy = runs("r1").job().steps().getFirst().policy();
    assertThat(policy.expectedExitCodes()).containsExactly(0, 4);
    assertThat(policy.retries()).isEqualTo(2);
  }

  @Test
  void aConfiguredProfileDecidesWhenTheBreakerOpens() {
    given(Map.of("npm", profile(2)));
    failsWith(runs("r1"), 75);
    failsWith(runs("r2"), 1);
    assertThat(state()).isEqualTo(BreakerState.CLOSED);
    failsWith(runs("r3"), 75);
    assertThat(state()).isEqualTo(BreakerState.OPEN);
    assertThat(effective().profile().cooldown()).isEqualTo(Duration.ofMinutes(3));
  }

  @Test
  void theProfileOfAnOrgIsStrongerThanThatOfAll() {
    given(Map.of("npm", profile(2), KEY, profile(1), "other:npm", profile(3)));
    failsWith(runs("r1"), 75);
    assertThat(state()).isEqualTo(BreakerState.OPEN);
  }

  @Test
  void aProfileThatWasSetIsStrongerThanAConfiguredOne() {
    given(Map.of("npm", profile(2)));
    assertThat(set(Optional.of(profile(1)))).isInstanceOf(Decision.Accepted.class);
    assertThat(effective().profile().provenance()).isEqualTo(Provenance.API);
    failsWith(runs("r1"), 75);
    assertThat(state()).isEqualTo(BreakerState.OPEN);
  }

  @Test
  void aDeletedProfileGivesWayToTheConfiguredOne() {
    given(Map.of("npm", profile(2)));
    set(Optional.of(profile(7)));
    assertThat(set(Optional.empty())).isInstanceOf(Decision.Accepted.class);
    assertThat(effective().profile().failureThreshold()).isEqualTo(2);
    assertThat(effective().profile().provenance()).isEqualTo(Provenance.CONFIGURATION);
    assertThat(set(Optional.empty())).isEqualTo(new Decision.Late("it has no profile of its own"));
    failsWith(runs("r1"), 75);
    failsWith(runs("r2"), 75);
    assertThat(state()).isEqualTo(BreakerState.OPEN);
  }

  @Test
  void theSameProfileAgainChangesNothing() {
    given(Map.of());
    set(Optional.of(profile(7)));
    assertThat(set(Optional.of(profile(7)))).isInstanceOf(Decision.Late.class);
  }

  @Test
  void anInvalidProfileIsRejected() {
    given(Map.of());
    assertThat(set(Optional.of(profile(0))))
        .isInstanceOfSatisfying(
            Decision.Refused.class,
            refused ->
                assertThat(refused.refusal().message())
                    .isEqualTo("the thresholds must be from 1 to 1000"));
  }
}
