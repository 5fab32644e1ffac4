package dev.pawl.server.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Command;
import dev.pawl.core.engine.Command.CancelRun;
import dev.pawl.core.engine.Command.FinishPlanning;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.protocol.FromAgent;
import java.util.concurrent.CompletableFuture;

/// One orchestrator of a [Cluster], turned until it has nothing more to do.
final class Node {

  private static final int MOST_TURNS = 1_000;

  private final Orchestrator orchestrator;

  Node(Orchestrator orchestrator) {
    this.orchestrator = orchestrator;
  }

  Orchestrator orchestrator() {
    return orchestrator;
  }

  void turn() {
    int turns = 0;
    while (orchestrator.turn()) {
      assertThat(++turns).as("turns without an end").isLessThan(MOST_TURNS);
    }
  }

  Decision creates(Run run) {
    return answer(orchestrator.create(run));
  }

  Decision plans(String run, Plan plan) {
    return does(run, new FinishPlanning(plan));
  }

  /// Asks, turns, and gives the reply.
  Decision does(String run, Command command) {
    return answer(orchestrator.ask(new RunId(run), command));
  }

  Decision cancels(String run, boolean force) {
    return does(run, cancel(force));
  }

  static CancelRun cancel(boolean force) {
    return new CancelRun(Actor.person("ana"), force, "cancelled by ana");
  }

  private Decision answer(CompletableFuture<Decision> reply) {
    turn();
    assertThat(reply).isCompleted();
    return reply.join();
  }

  /// Puts what the agent says into the queue.
  void gets(ScriptedAgent agent, FromAgent... messages) {
    try {
      for (FromAgent message : messages) {
        orchestrator.heard(message, agent);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  void hears(ScriptedAgent agent, FromAgent... messages) {
    gets(agent, messages);
    turn();
  }

  void loses(ScriptedAgent agent) {
    try {
      orchestrator.gone(agent);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    turn();
  }
}
