package dev.pawl.server.store.postgres;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.complete;
import static dev.pawl.server.ScriptedAgent.start;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.server.ConditionAwaiter;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.OrchestratorIdentity;
import dev.pawl.server.OrchestratorLimits;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.ScriptedAgent;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.metrics.OrchestratorCounters.Counter;
import dev.pawl.server.orchestrator.CommitExecutor;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.orchestrator.OrchestratorPorts;
import dev.pawl.server.store.QueuePosition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Two orchestrators, one run: the one that is busy with it reserves its queue, and the other gets
/// the rest when that one dies.
@Timeout(240)
class ReservedQueueTest {

  private static final int RESERVED_FROM = 2;
  private static final int JOBS = 1_000;

  /// An orchestrator that is turned by hand.
  private record Node(PostgresStore store, Orchestrator orchestrator) {

    private void turn() {
      while (orchestrator.turn()) {
        // until there is nothing to do
      }
    }

    private void hears(ScriptedAgent agent, AgentMessage... messages) {
      try {
        for (AgentMessage message : messages) {
          orchestrator.receive(message, agent);
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      turn();
    }

    private long count(Counter counter) {
      return orchestrator.counters().count(counter);
    }
  }

  private final String url = TestPostgres.newSchema();
  private final List<String> order = new ArrayList<>();
  private final Node one = node("o1");
  private final Node other = node("o2");

  private Node node(String id) {
    PostgresStore store = TestPostgres.open(url);
    return new Node(
        store,
        new Orchestrator(
            new OrchestratorIdentity(id, "1"),
            OrchestratorLimits.DEFAULT.reservingFrom(RESERVED_FROM),
            store,
            new Engine(Deadlines.DEFAULT),
            new LeaseIds(new byte[32]),
            OrchestratorPorts.observedBy(_ -> {}),
            CommitExecutor.inCallersThread()));
  }

  @AfterEach
  void close() {
    one.store().close();
    other.store().close();
  }

  @Test
  void theQueueOfABusyOrchestratorIsLeftToItUntilItDies() {
    ScriptedAgent busy = agent("a1");
    one.hears(busy, busy.registers(RESERVED_FROM, List.of("busy")));
    ScriptedAgent idle = agent("a2");
    other.hears(idle, idle.registers(1, List.of("idle")));
    ConditionAwaiter.is("both know each other", this::knowEachOther);
    runInTheShareOfTheOther();
    one.hears(busy, busy.registers(RESERVED_FROM, List.of("linux")));
    ConditionAwaiter.is("left to the busy one", () -> isLeftToOne(busy));
    assertThat(one.count(Counter.RESERVATIONS)).isPositive();

    ScriptedAgent free = agent("a3");
    other.hears(free, free.registers());
    ConditionAwaiter.is(
        "given to the other",
        () -> {
          other.turn();
          return free.dispatches().size() == 2;
        });
  }

  private ScriptedAgent agent(String id) {
    return new ScriptedAgent(id, order);
  }

  private boolean knowEachOther() {
    one.turn();
    other.turn();
    return one.store().partition().count() == 2 && other.store().partition().count() == 2;
  }

  /// A run in the share of the other orchestrator, which would look for it at once.
  private void runInTheShareOfTheOther() {
    for (int number = 1; ; number++) {
      var id = new RunId("r" + number);
      var creation = one.orchestrator().create(created(id, number), SamplePlans.sideBySide(JOBS));
      one.turn();
      assertThat(creation).isCompleted();
      if (!other.store().queuedAttempts(QueuePosition.FIRST, 1).isEmpty()) {
        return;
      }
      var cancel =
          one.orchestrator()
              .submit(id, new CancelRun(Actor.person("somebody"), true, "not theirs"));
      one.turn();
      assertThat(cancel).isCompleted();
    }
  }

  private static Run created(RunId id, long number) {
    var origin =
        new Origin(
            Origin.DEFAULT_ORG,
            number,
            "ci",
            "f",
            "push",
            Actor.person("somebody"),
            DrivenRun.OWNER,
            SampleCommits.BEGINNING,
            Origin.Source.NONE,
            Origin.Lineage.FIRST);
    return Run.created(id, origin);
  }

  /// The busy one executes its jobs, and is given as many at once.
  private boolean isLeftToOne(ScriptedAgent busy) {
    List<AgentMessage> messages = new ArrayList<>();
    for (JobDispatch job : busy.dispatches()) {
      messages.addAll(List.of(ack(job, 1), start(job, 2), complete(job, 3, "success", "progress")));
    }
    busy.received().clear();
    one.hears(busy, messages.toArray(AgentMessage[]::new));
    other.turn();
    return other.count(Counter.LEFT) > 0;
  }
}
