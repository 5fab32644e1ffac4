package dev.pawl.server.orchestrator;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.complete;
import static dev.pawl.server.ScriptedAgent.heartbeat;
import static dev.pawl.server.ScriptedAgent.start;
import static dev.pawl.server.ScriptedAgent.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.protocol.ServerMessage.Ack;
import dev.pawl.protocol.ServerMessage.JobCancel;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.server.OrchestratorNode;
import dev.pawl.server.PolicyPlans;
import dev.pawl.server.RestartingOrchestrator;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.ScriptedAgent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An orchestrator that restarts recovers everything from the store: no deadline, queue, place or
/// message lives only in memory.
class OrchestratorRestartTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir private Path directory;

  private RestartingOrchestrator server;
  private ScriptedAgent agent;

  @BeforeEach
  void anOrchestratorWithAnAgent() {
    server = new RestartingOrchestrator(directory.resolve("pawl.db"));
    agent = server.agent("a1");
    server.node().hears(agent, agent.registers());
  }

  @AfterEach
  void nobody() {
    server.close();
  }

  private AttemptState state() {
    return server.job("r1").attempt().state();
  }

  private JobDispatch running() {
    server.runs("r1", SamplePlans.sideBySide(1));
    JobDispatch job = agent.dispatch();
    server.node().hears(agent, ack(job, 1), start(job, 2));
    assertThat(state()).isEqualTo(AttemptState.RUNNING);
    return job;
  }

  @Test
  void aLeaseThatTheOneBeforeGrantedExpires() {
    running();
    server.isSucceededAfter(Duration.ofSeconds(10));
    server.livesFor(Duration.ofSeconds(119));
    assertThat(state()).isEqualTo(AttemptState.RECOVERING);
    server.livesFor(Duration.ofSeconds(1));
    assertThat(server.job("r1").attempt().number()).isEqualTo(2);
    assertThat(server.job("r1").attempt().reason().code()).isEqualTo(ReasonCode.BACKOFF);
  }

  @Test
  void aLeaseIsRenewedForTheNextOneAsWell() {
    JobDispatch job = running();
    server.livesFor(Duration.ofSeconds(20));
    server.node().hears(agent, heartbeat(job));
    server.isSucceededAfter(Duration.ofSeconds(10));
    server.livesFor(Duration.ofSeconds(119));
    assertThat(state()).isEqualTo(AttemptState.RECOVERING);
    server.livesFor(Duration.ofSeconds(1));
    assertThat(server.job("r1").attempt().number()).isEqualTo(2);
  }

  private void thenItIsLostAfterThirtySecondsOfService() {
    server.livesFor(Duration.ofSeconds(29));
    assertThat(state()).isEqualTo(AttemptState.RUNNING);
    server.livesFor(Duration.ofSeconds(1));
    assertThat(server.job("r1").attempt().number()).isEqualTo(2);
  }

  @Test
  void afterAnHourWithoutAnybodyNothingIsLostForThirtySeconds() {
    running();
    server.isSucceededAfter(Duration.ofHours(1));
    thenItIsLostAfterThirtySecondsOfService();
  }

  @Test
  void afterAnHourAsleepNothingIsLostForThirtySeconds() {
    running();
    server.sleepsFor(Duration.ofHours(1));
    thenItIsLostAfterThirtySecondsOfService();
  }

  @Test
  void anAgentGoesOnUnderTheLeaseThatItHas() {
    JobDispatch job = running();
    server.isSucceededAfter(MINUTE);
    var back = server.agent("a1");
    server.node().hears(back, back.registers(job));
    server.node().hears(back, heartbeat(job), start(job, 2), step(job, 3, "running"));
    assertThat(back.received()).contains(new Ack(job.leaseId(), 2), new Ack(job.leaseId(), 3));
    server.node().hears(back, step(job, 4, "success"), complete(job, 5, "success", "ok"));
    assertThat(server.run("r1").state()).isEqualTo(RunState.SUCCESS);
    assertThat(back.dispatches()).isEmpty();
  }

  @Test
  void whatWasCommittedAndNotSentIsSent() {
    JobDispatch job = running();
    server.node().loses(agent);
    server.node().does("r1", OrchestratorNode.cancel(true));
    server.isSucceededAfter(Duration.ofSeconds(5));
    var back = server.agent("a1");
    server.node().hears(back, back.registers(job));
    server.livesFor(Duration.ofSeconds(1));
    assertThat(back.received()).anyMatch(JobCancel.class::isInstance);
  }

  @Test
  void whatIsQueuedIsDispatched() {
    server.node().loses(agent);
    server.runs("r1", SamplePlans.sideBySide(1));
    server.isSucceededAfter(MINUTE);
    var back = server.agent("a1");
    server.node().hears(back, back.registers());
    server.livesFor(Duration.ofSeconds(1));
    assertThat(back.dispatch().runId()).isEqualTo("r1");
  }

  @Test
  void aTimerIsOverWhenItIs() {
    server.runs("r1", PolicyPlans.waiting(Duration.ofMinutes(2)));
    server.isSucceededAfter(MINUTE);
    server.livesFor(MINUTE.minusSeconds(1));
    assertThat(state()).isEqualTo(AttemptState.WAITING);
    server.livesFor(Duration.ofSeconds(1));
    assertThat(state()).isEqualTo(AttemptState.QUEUED);
  }

  @Test
  void aStartDelayIsOverWhenItIs() {
    server.runs("r1", PolicyPlans.Wishes.NONE.delayed(Duration.ofMinutes(2)).plan());
    server.isSucceededAfter(MINUTE);
    server.livesFor(MINUTE.minusSeconds(1));
    assertThat(server.run("r1").state()).isEqualTo(RunState.WAITING);
    server.livesFor(Duration.ofSeconds(1));
    assertThat(server.run("r1").state()).isEqualTo(RunState.QUEUED);
  }

  @Test
  void aBackoffIsOverWhenItIs() {
    JobDispatch job = running();
    server.node().hears(agent, complete(job, 3, "failed", "infra"));
    assertThat(state()).isEqualTo(AttemptState.WAITING);
    server.isSucceededAfter(Duration.ZERO);
    server.livesFor(Duration.ofSeconds(3));
    assertThat(state()).isEqualTo(AttemptState.WAITING);
    server.livesFor(Duration.ofSeconds(4));
    assertThat(state()).isEqualTo(AttemptState.QUEUED);
  }

  @Test
  void aHoldThatNobodyApprovesExpires() {
    var hour = new Approval(List.of("reviewer"), 1, Duration.ofHours(1), false);
    server.runs("r1", PolicyPlans.held(hour));
    server.runs("r2", PolicyPlans.Wishes.NONE.held(hour).plan());
    server.isSucceededAfter(Duration.ofMinutes(59));
    server.livesFor(MINUTE.minusSeconds(1));
    assertThat(state()).isEqualTo(AttemptState.HELD);
    assertThat(server.run("r2").state()).isEqualTo(RunState.HELD);
    server.livesFor(Duration.ofSeconds(1));
    assertThat(server.run("r1").reason().code()).isEqualTo(ReasonCode.EXPIRED);
    assertThat(server.run("r2").reason().code()).isEqualTo(ReasonCode.EXPIRED);
  }

  @Test
  void anApprovalThatTheOneBeforeHeardCounts() {
    server.runs("r1", PolicyPlans.held(new Approval(List.of(), 2, Duration.ofDays(1), false)));
    var ref = server.job("r1").ref();
    server
        .node()
        .does("r1", new EngineCommand.ApproveJob(ref, Actor.person("reviewer"), List.of()));
    server.isSucceededAfter(MINUTE);
    server
        .node()
        .does("r1", new EngineCommand.ApproveJob(ref, Actor.person("reviewer"), List.of()));
    assertThat(state()).isEqualTo(AttemptState.HELD);
    server.node().does("r1", new EngineCommand.ApproveJob(ref, Actor.person("cem"), List.of()));
    assertThat(state()).isEqualTo(AttemptState.QUEUED);
  }

  @Test
  void aRunTimesOutWhenItsTimeIsOver() {
    var limit = Duration.ofSeconds(90);
    server.runs("r1", PolicyPlans.Wishes.NONE.timingOutAfter(limit).plan());
    JobDispatch job = agent.dispatch();
    server.node().hears(agent, ack(job, 1), start(job, 2));
    server.isSucceededAfter(Duration.ofSeconds(30));
    var back = server.agent("a1");
    server.node().hears(back, back.registers(job));
    for (int beats = 0; beats < 2; beats++) {
      server.livesFor(Duration.ofSeconds(20));
      server.node().hears(back, heartbeat(job));
    }
    server.livesFor(Duration.ofSeconds(19));
    assertThat(server.run("r1").state()).isEqualTo(RunState.RUNNING);
    server.livesFor(Duration.ofSeconds(1));
    assertThat(server.run("r1").state()).isEqualTo(RunState.CANCELLING);
    assertThat(server.run("r1").reason().code()).isEqualTo(ReasonCode.TIMEOUT);
    assertThat(back.last()).isInstanceOf(JobCancel.class);
  }

  @Test
  void whoHoldsAPlaceHoldsItAndWhoWaitsIsWoken() {
    server.runs("r1", PolicyPlans.inGroup(GroupRule.of("deploy")));
    JobDispatch holder = agent.dispatch();
    server.node().hears(agent, ack(holder, 1), start(holder, 2));
    server.runs("r2", PolicyPlans.inGroup(GroupRule.of("deploy")));
    server.isSucceededAfter(Duration.ofSeconds(10));
    var back = server.agent("a1");
    server.node().hears(back, back.registers(holder));
    server.livesFor(Duration.ofSeconds(5));
    assertThat(back.dispatches()).isEmpty();
    server.node().hears(back, complete(holder, 3, "failed", "user"));
    assertThat(back.dispatch().runId()).isEqualTo("r2");
  }
}
