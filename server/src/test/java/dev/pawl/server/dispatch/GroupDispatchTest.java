package dev.pawl.server.dispatch;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.complete;
import static dev.pawl.server.ScriptedAgent.heartbeat;
import static dev.pawl.server.ScriptedAgent.start;
import static dev.pawl.server.ScriptedAgent.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.Plan;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.AgentMessage.JobConcurrencyReport;
import dev.pawl.protocol.ServerMessage.Ack;
import dev.pawl.protocol.ServerMessage.JobCancel;
import dev.pawl.protocol.ServerMessage.JobConcurrencyAck;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.server.OrchestratorCluster;
import dev.pawl.server.OrchestratorLimits;
import dev.pawl.server.OrchestratorNode;
import dev.pawl.server.PolicyPlans;
import dev.pawl.server.ScriptedAgent;
import dev.pawl.server.ScriptedStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Effects of runs on each other, and the places that they hold in groups.
class GroupDispatchTest {

  private static final GroupRule DEPLOY = GroupRule.of("deploy");
  private static final GroupRule NEWEST =
      new GroupRule("deploy", false, 1, true, GroupRule.Queue.NEWEST);
  private static final GroupRule FOUND_OUT =
      new GroupRule("./group", true, 1, false, GroupRule.Queue.MAX);

  private static final GroupRule FOUND_OUT_NEWEST =
      new GroupRule("./group", true, 1, true, GroupRule.Queue.MAX);
  private static final Duration BEAT = Duration.ofSeconds(20);

  private OrchestratorCluster cluster;
  private OrchestratorNode one;
  private OrchestratorNode other;
  private ScriptedAgent agent;

  @BeforeEach
  void twoOrchestratorsAndAnAgent() {
    cluster = new OrchestratorCluster();
    one = cluster.node("o1");
    other = cluster.node("o2");
    agent = cluster.agent("a1");
    one.hears(agent, agent.registers());
  }

  private static AgentMessage[] failing(JobDispatch job) {
    return new AgentMessage[] {ack(job, 1), start(job, 2), complete(job, 3, "failed", "user")};
  }

  private static AgentMessage group(JobDispatch job, long seq, String name) {
    return new JobConcurrencyReport(
        job.leaseId(), job.runId(), job.jobId(), job.attempt(), seq, name);
  }

  private static AgentMessage cancelled(JobDispatch job, long seq) {
    return new AgentMessage.JobCancelAck(
        job.leaseId(), job.runId(), job.jobId(), job.attempt(), seq, "cancelled", "stopped");
  }

  /// A run whose job holds the group, on the only agent.
  private void holder() {
    cluster.runs(one, "holder", PolicyPlans.inGroup(NEWEST));
    JobDispatch job = agent.dispatch();
    one.hears(agent, ack(job, 1), start(job, 2));
  }

  private AttemptState stateOf(String run) {
    return cluster.job(run).attempt().state();
  }

  @Test
  void aJobSupersedesOnceAnAgentSomewhereFits() {
    holder();
    cluster.runs(one, "newer", PolicyPlans.on("gpu", NEWEST));
    cluster.livesFor(Duration.ofSeconds(5));
    assertThat(stateOf("holder")).isEqualTo(AttemptState.RUNNING);

    ScriptedAgent able = cluster.agent("a2");
    other.hears(able, able.registers(1, List.of("gpu")));
    cluster.livesFor(Duration.ofSeconds(5));
    assertThat(stateOf("holder")).isEqualTo(AttemptState.CANCELLING);
  }

  @Test
  void aJobSupersedesWithoutAFreeSlot() {
    holder();
    ScriptedAgent busy = cluster.agent("a2");
    other.hears(busy, busy.registers(1, List.of("gpu")));
    cluster.runs(other, "work", PolicyPlans.on("gpu", 3));
    assertThat(busy.dispatches()).hasSize(1);
    cluster.runs(other, "newer", PolicyPlans.on("gpu", NEWEST));
    cluster.livesFor(Duration.ofSeconds(1));
    assertThat(stateOf("holder")).isEqualTo(AttemptState.CANCELLING);
  }

  @Test
  void aRunBehindItsGroupSupersedesNobodyUntilItIsLetIn() {
    GroupRule train = GroupRule.of("train");
    holder();
    cluster.runs(one, "first", PolicyPlans.runInGroup(train));
    JobDispatch first = agent.dispatch();
    one.hears(agent, ack(first, 1), start(first, 2));
    cluster.runs(
        one, "third", PolicyPlans.Wishes.NONE.inGroup(train).of(PolicyPlans.inGroup(NEWEST)));
    cluster.livesFor(Duration.ofSeconds(3));
    assertThat(stateOf("holder")).isEqualTo(AttemptState.RUNNING);

    one.hears(agent, complete(first, 3, "failed", "user"));
    cluster.livesFor(Duration.ofSeconds(1));
    assertThat(stateOf("holder")).isEqualTo(AttemptState.CANCELLING);
  }

  @Test
  void aPlaceThatIsFreedWakesWhoWaits() {
    cluster.runs(one, "r1", PolicyPlans.inGroup(DEPLOY));
    cluster.runs(one, "r2", PolicyPlans.inGroup(DEPLOY));
    assertThat(agent.dispatches()).hasSize(1);
    one.hears(agent, failing(agent.dispatch()));
    assertThat(agent.dispatch().runId()).isEqualTo("r2");
  }

  /// The group is read while it is decided what is due, and the cache has no room for both.
  @Test
  void whatTheCacheLetsGoOfMeanwhileIsNotWhatWasDecidedBy() {
    cluster =
        new OrchestratorCluster()
            .with(new OrchestratorLimits(100, 10, 10, 2, 3, 10, 10, 20, 2, 10, 1_000_000));
    one = cluster.node("o1");
    other = cluster.node("o2");
    one.hears(agent, agent.registers());
    cluster.runs(one, "r1", PolicyPlans.inGroup(DEPLOY));
    JobDispatch job = agent.dispatch();
    one.hears(agent, ack(job, 1));
    assertThat(other.does("r1", new EngineCommand.Tick(cluster.run("r1").since())))
        .isInstanceOf(Decision.Late.class);
    for (int beats = 0; beats < 29; beats++) {
      cluster.passes(BEAT);
      one.hears(agent, heartbeat(job));
    }
    cluster.passes(BEAT);
    other.turn();
    assertThat(cluster.job("r1").attempt().reason().message())
        .startsWith("retry 1 of 1 in ")
        .endsWith(": the agent did not start the job in time"); // and it was not silent
  }

  @Test
  void aPlaceThatIsFreedElsewhereWakesWhoWaits() {
    var second = cluster.agent("a2");
    other.hears(second, second.registers());
    cluster.runs(other, "r1", PolicyPlans.inGroup(DEPLOY));
    JobDispatch first = second.dispatch();
    other.loses(second);
    var back = cluster.agent("a2");
    other.hears(back, back.registers(1, java.util.List.of("windows"), first));
    cluster.runs(one, "r2", PolicyPlans.inGroup(DEPLOY));
    assertThat(agent.dispatches()).isEmpty();
    other.hears(back, failing(first));
    cluster.livesFor(Duration.ofSeconds(1));
    assertThat(agent.dispatch().runId()).isEqualTo("r2");
  }

  @Test
  void aNewerRunCancelsTheOlder() {
    cluster.runs(one, "r1", PolicyPlans.runInGroup(NEWEST));
    JobDispatch first = agent.dispatch();
    one.hears(agent, ack(first, 1), start(first, 2));
    cluster.runs(other, "r2", PolicyPlans.runInGroup(NEWEST));
    cluster.livesFor(Duration.ofSeconds(1));
    assertThat(cluster.run("r1").state()).isEqualTo(RunState.CANCELLING);
    assertThat(agent.last())
        .isInstanceOfSatisfying(
            JobCancel.class,
            cancel -> assertThat(cancel.reason()).isEqualTo("Superseded by run #2"));
    one.hears(agent, cancelled(first, 3));
    assertThat(agent.dispatch().runId()).isEqualTo("r2");
    cluster.everythingIsDelivered();
  }

  @Test
  void whatItsOwnOrchestratorDoesNotAskAnotherOneAsks() {
    cluster.runs(one, "r1", PolicyPlans.runInGroup(NEWEST));
    one.hears(agent, ack(agent.dispatch(), 1), start(agent.dispatch(), 2));
    other.creates(cluster.created("r2", "repository"));
    cluster.store().next(ScriptedStore.Fault.CRASH_AFTER_COMMIT);
    org.assertj.core.api.Assertions.assertThatThrownBy(
            () -> other.plans("r2", PolicyPlans.runInGroup(NEWEST)))
        .isInstanceOf(ScriptedStore.Crash.class);
    for (int seconds = 0; seconds < 5; seconds++) {
      assertThat(cluster.run("r1").state()).isEqualTo(RunState.RUNNING);
      cluster.passes(Duration.ofSeconds(1));
      one.turn();
    }
    assertThat(cluster.run("r1").state()).isEqualTo(RunState.CANCELLING);
  }

  @Test
  void anAgentThatFindsItsGroupOutGoesOnOrWaits() {
    cluster.runs(one, "r1", PolicyPlans.inGroup(FOUND_OUT));
    JobDispatch first = agent.dispatch();
    assertThat(first.group()).isEqualTo("./group");
    one.hears(agent, ack(first, 1), group(first, 2, "deploy"));
    assertThat(agent.last()).isEqualTo(new JobConcurrencyAck(first.leaseId(), "proceed", ""));
    cluster.runs(one, "r2", PolicyPlans.inGroup(FOUND_OUT));
    JobDispatch second = agent.dispatch();
    one.hears(agent, ack(second, 1), group(second, 2, "deploy"));
    var waits = new JobConcurrencyAck(second.leaseId(), "wait", "Waiting for deploy (1 ahead)");
    assertThat(agent.last()).isEqualTo(waits);
    assertThat(cluster.job("r2").attempt().state()).isEqualTo(AttemptState.QUEUED);
    agent.received().clear();
    one.hears(agent, group(second, 2, "deploy"));
    assertThat(agent.received()).containsExactly(new Ack(second.leaseId(), 2), waits);
    one.hears(agent, start(first, 3), complete(first, 4, "failed", "user"));
    assertThat(agent.dispatch().runId()).isEqualTo("r2");
    assertThat(agent.dispatch().group()).isNull();
  }

  @Test
  void aCellThatEndsWakesTheNextOfItsOwnMatrix() {
    var wide = cluster.agent("a2");
    one.loses(agent);
    one.hears(wide, wide.registers(4, java.util.List.of("linux")));
    cluster.runs(one, "r1", PolicyPlans.inMatrices("unit", "browser"));
    assertThat(wide.dispatches())
        .extracting(JobDispatch::jobId)
        .containsExactly("unit-first", "browser-first");
    one.hears(wide, failing(wide.dispatch()));
    assertThat(wide.dispatch().jobId()).isEqualTo("browser-second");
    assertThat(wide.dispatches()).hasSize(3);
  }

  /// A job of `r1` that runs, and one of `r2` that waits for its place, with a slot free for it.
  private JobDispatch holderBeforeAWaiter() {
    cluster.runs(one, "r1", PolicyPlans.inGroup(DEPLOY));
    JobDispatch holder = agent.dispatch();
    one.hears(agent, ack(holder, 1), start(holder, 2));
    cluster.runs(one, "r2", PolicyPlans.inGroup(DEPLOY));
    cluster.livesFor(Duration.ofSeconds(3));
    assertThat(agent.dispatches()).containsExactly(holder);
    return holder;
  }

  @Test
  void aHolderThatSucceedsWakesWhoWaits() {
    JobDispatch holder = holderBeforeAWaiter();
    one.hears(agent, step(holder, 3, "running"), step(holder, 4, "success"));
    assertThat(agent.dispatches()).hasSize(1);
    one.hears(agent, complete(holder, 5, "success", "ok"));
    assertThat(cluster.run("r1").state()).isEqualTo(RunState.SUCCESS);
    assertThat(agent.dispatch().runId()).isEqualTo("r2");
  }

  @Test
  void aHolderThatIsLostWakesWhoWaits() {
    holderBeforeAWaiter();
    cluster.livesFor(Duration.ofSeconds(126));
    assertThat(cluster.job("r1").attempt().state()).isEqualTo(AttemptState.RECOVERING);
    assertThat(agent.dispatches()).hasSize(1);
    cluster.livesFor(Duration.ofSeconds(1));
    assertThat(cluster.job("r1").attempt().number()).isEqualTo(2);
    assertThat(agent.dispatch().runId()).isEqualTo("r2");
  }

  @Test
  void aHolderThatTimesOutWakesWhoWaits() {
    JobDispatch holder = holderBeforeAWaiter();
    one.hears(agent, complete(holder, 3, "timed_out", "timeout"));
    assertThat(cluster.job("r1").attempt().state()).isEqualTo(AttemptState.TIMED_OUT);
    assertThat(agent.dispatch().runId()).isEqualTo("r2");
  }

  @Test
  void aHolderWhoseAgentDoesNotEndItInTimeWakesWhoWaits() {
    Plan aMinute = PolicyPlans.bounded(Duration.ofMinutes(1), Duration.ofSeconds(30));
    cluster.runs(one, "r1", PolicyPlans.Wishes.NONE.inGroup(DEPLOY).of(aMinute));
    JobDispatch holder = agent.dispatch();
    one.hears(agent, ack(holder, 1), start(holder, 2));
    cluster.runs(one, "r2", PolicyPlans.runInGroup(DEPLOY));
    Duration backstop = Duration.ofMinutes(1).plus(Deadlines.gracefulCancelLimit(aMinute.job(0)));
    for (Duration beat = BEAT; beat.compareTo(backstop) < 0; beat = beat.plus(BEAT)) {
      cluster.livesFor(BEAT);
      one.hears(agent, heartbeat(holder));
    }
    assertThat(cluster.job("r1").attempt().state()).isEqualTo(AttemptState.RUNNING);
    assertThat(agent.dispatches()).hasSize(1);
    cluster.livesFor(BEAT);
    assertThat(cluster.job("r1").attempt().state()).isEqualTo(AttemptState.TIMED_OUT);
    assertThat(agent.dispatches()).as("it may still run").hasSize(1);
    cluster.livesFor(Duration.ofSeconds(131));
    assertThat(agent.dispatch().runId()).isEqualTo("r2");
  }

  @Test
  void aRunThatTimesOutWakesWhoWaits() {
    var wishes = PolicyPlans.Wishes.NONE.inGroup(DEPLOY).timingOutAfter(Duration.ofSeconds(30));
    cluster.runs(one, "r1", wishes.plan());
    JobDispatch holder = agent.dispatch();
    one.hears(agent, ack(holder, 1), start(holder, 2));
    cluster.runs(other, "r2", PolicyPlans.runInGroup(DEPLOY));
    cluster.livesFor(Duration.ofSeconds(30));
    assertThat(cluster.run("r1").state()).isEqualTo(RunState.CANCELLING);
    assertThat(agent.dispatches()).hasSize(1);
    one.hears(agent, cancelled(holder, 3));
    assertThat(cluster.run("r1").state()).isEqualTo(RunState.TIMED_OUT);
    cluster.livesFor(Duration.ofSeconds(1));
    assertThat(agent.dispatch().runId()).isEqualTo("r2");
  }

  @Test
  void anAgentThatEvaluatesItsGroupTooLateIsCancelled() {
    cluster.runs(one, "r1", PolicyPlans.inGroup(FOUND_OUT_NEWEST));
    JobDispatch older = agent.dispatch();
    cluster.runs(one, "r2", PolicyPlans.inGroup(FOUND_OUT_NEWEST));
    JobDispatch newer = agent.dispatch();
    one.hears(agent, ack(older, 1), ack(newer, 1), group(newer, 2, "deploy"));
    agent.received().clear();
    one.hears(agent, group(older, 2, "deploy"));
    var cancel = new JobConcurrencyAck(older.leaseId(), "cancel", "Superseded by run #2");
    assertThat(agent.received()).containsExactly(new Ack(older.leaseId(), 2), cancel);
    assertThat(cluster.run("r1").state()).isEqualTo(RunState.CANCELLED);
    one.hears(agent, group(older, 2, "deploy"));
    assertThat(agent.last()).isEqualTo(cancel);
  }
}
