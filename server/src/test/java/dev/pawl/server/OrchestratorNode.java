package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.command.EngineCommand.FinishPlanning;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.server.orchestrator.Orchestrator;
import java.util.concurrent.CompletableFuture;

/// One orchestrator of a [OrchestratorCluster], turned until it has nothing more to do.
public final class OrchestratorNode {

  private static final int MOST_TURNS = 1_000;

  private final Orchestrator orchestrator;

  OrchestratorNode(Orchestrator orchestrator) {
    this.orchestrator = orchestrator;
  }

  public Orchestrator orchestrator() {
    return orchestrator;
  }

  public void turn() {
    int turns = 0;
    while (orchestrator.turn()) {
      assertThat(++turns).as("turns without an end").isLessThan(MOST_TURNS);
    }
  }

  public Decision creates(Run run) {
    return answer(orchestrator.create(run));
  }

  public Decision plans(String run, Plan plan) {
    return does(run, new FinishPlanning(plan));
  }

  /// Asks, turns, and gives the reply.
  public Decision does(String run, EngineCommand command) {
    return answer(orchestrator.submit(new RunId(run), command));
  }

  public Decision cancels(String run, boolean force) {
    return does(run, cancel(force));
  }

  public static CancelRun cancel(boolean force) {
    return new CancelRun(Actor.person("maintainer"), force, "cancelled by maintainer");
  }

  private Decision answer(CompletableFuture<Decision> reply) {
    turn();
    assertThat(reply).isCompleted();
    return reply.join();
  }

  /// Puts what the agent says into the queue.
  public void gets(ScriptedAgent agent, AgentMessage... messages) {
    try {
      for (AgentMessage message : messages) {
        orchestrator.receive(message, agent);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  public void hears(ScriptedAgent agent, AgentMessage... messages) {
    gets(agent, messages);
    turn();
  }

  public void loses(ScriptedAgent agent) {
    try {
      orchestrator.disconnected(agent);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    turn();
  }
}
