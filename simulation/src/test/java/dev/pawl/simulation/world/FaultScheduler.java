package dev.pawl.simulation.world;

import dev.pawl.core.command.AgentStateCommand;
import dev.pawl.core.identity.Actor;
import dev.pawl.protocol.AgentMessage.JobCancelAck;
import dev.pawl.protocol.AgentMessage.JobComplete;
import dev.pawl.protocol.AgentMessage.LeaseMessage;
import dev.pawl.simulation.agents.SimulatedAgent;
import dev.pawl.simulation.random.RandomStream;
import dev.pawl.simulation.scenario.FaultKind;
import dev.pawl.simulation.scenario.WorkKind;
import java.util.List;

/// Triggers random faults of the kinds that the scenario has switched on, every now and then.
final class FaultScheduler {

  private static final long MOST_QUIET = 7_200_000;
  private static final long PATIENCE = 30_000;

  private static final List<FaultKind> KINDS =
      List.of(
          FaultKind.CONNECTION_LOST,
          FaultKind.ONE_WAY_PARTITION,
          FaultKind.PARTITION,
          FaultKind.ORCHESTRATOR_CRASH,
          FaultKind.ORCHESTRATOR_PAUSE,
          FaultKind.CLOCK_SKEW,
          FaultKind.AGENT_CRASH,
          FaultKind.AGENT_REPLACED,
          FaultKind.AGENT_ZOMBIE,
          FaultKind.AGENT_CLOCK_STOPS,
          FaultKind.AGENT_SLOW,
          FaultKind.AGENT_DISK_FULL,
          FaultKind.LATE_COMPLETION,
          FaultKind.DUPLICATE_COMPLETION,
          FaultKind.WRONG_LEASE,
          FaultKind.IGNORES_CANCEL);

  private final Simulation world;
  private final RandomStream chance;
  private final List<FaultKind> possible;
  private final long often;
  private long commits;
  private long quiet = 1;

  FaultScheduler(Simulation world, RandomStream chance) {
    this.world = world;
    this.chance = chance;
    this.possible = KINDS.stream().filter(world.scenario()::has).toList();
    this.often = chance.between(3_000, 30_000);
  }

  void start() {
    if (!possible.isEmpty() || doesSomebodyAct()) {
      next();
    }
  }

  private boolean doesSomebodyAct() {
    return world.scenario().has(WorkKind.DRAIN_AGENT)
        || world.scenario().has(WorkKind.REVOKE_AGENT);
  }

  /// Waits longer while nothing is committed: then there is nothing to disturb.
  private void next() {
    quiet = world.polls().commits() == commits ? Math.min(quiet * 2, MOST_QUIET / often) : 1;
    commits = world.polls().commits();
    world
        .timeline()
        .in(
            chance.between(often / 4, often * 2) * Math.max(1, quiet),
            () -> {
              if (!world.areFaultsOver()) {
                something();
                next();
              }
            });
  }

  private void something() {
    if (doesSomebodyAct() && chance.oneIn(8)) {
      agentIsTaken();
    } else if (!possible.isEmpty()) {
      FaultKind fault = chance.oneOf(possible);
      if (world.faults().fires(fault)) {
        make(fault);
      }
    }
  }

  private void make(FaultKind fault) {
    SimulatedAgent agent = chance.oneOf(world.agents());
    SimulatedOrchestrator orchestrator = chance.oneOf(world.orchestrators());
    switch (fault) {
      case CONNECTION_LOST -> world.network().loseOne();
      case ONE_WAY_PARTITION -> {
        boolean up = chance.oneIn(2);
        world.network().partition(agent, up, !up, chance.heavyTail(2_000, 400_000));
      }
      case PARTITION ->
          world.network().partition(agent, true, true, chance.heavyTail(2_000, 400_000));
      case ORCHESTRATOR_CRASH -> orchestrator.die();
      case ORCHESTRATOR_PAUSE -> orchestrator.pause(chance.between(1_000, 200_000));
      case CLOCK_SKEW ->
          world.store().clock().set(chance.between(-StoreClock.FARTHEST, StoreClock.FARTHEST));
      case AGENT_CRASH -> agent.die(chance.between(1_000, 200_000));
      case AGENT_REPLACED -> agent.die(1);
      case AGENT_ZOMBIE -> agent.stop(chance.heavyTail(1_000, 400_000), false);
      case AGENT_CLOCK_STOPS -> agent.stop(chance.heavyTail(1_000, 400_000), true);
      case AGENT_DISK_FULL -> agent.fillDisk(chance.heavyTail(2_000, 300_000));
      case AGENT_SLOW -> agent.slowDown(chance.between(5_000, 120_000));
      case LATE_COMPLETION, DUPLICATE_COMPLETION -> agent.repeat(one -> one);
      case WRONG_LEASE -> agent.repeat(this::underAnotherLease);
      default -> {} // the scripts of jobs see to it
    }
  }

  private LeaseMessage underAnotherLease(LeaseMessage said) {
    String id = chance.oneIn(2) ? "forged" : said.leaseId().substring(1) + "A";
    return chance.oneIn(2)
        ? new JobComplete(
            id,
            said.runId(),
            said.jobId(),
            said.attempt(),
            chance.between(1, 9),
            "success",
            0,
            "ok",
            "",
            null,
            java.util.Map.of())
        : new JobCancelAck(
            id, said.runId(), said.jobId(), said.attempt(), 1, "cancelled", "as asked");
  }

  /// Repeats the command, because no orchestrator may be there to receive it.
  private void resume(SimulatedAgent agent) {
    world.ask(agent.name(), new AgentStateCommand.Resume(Actor.person("user-1")));
    if (world.reference().agent(agent.name()).availability().isDraining()) {
      world.timeline().in(PATIENCE, () -> resume(agent));
    }
  }

  private void agentIsTaken() {
    SimulatedAgent agent = chance.oneOf(world.agents());
    boolean isRevoked =
        world.scenario().has(WorkKind.REVOKE_AGENT) && world.agents().size() > 1 && chance.oneIn(2);
    if (isRevoked) {
      world.ask(
          agent.name(),
          new AgentStateCommand.Revoke(Actor.person("user-1"), "not trusted any more"));
      world.timeline().in(chance.between(5_000, 400_000), agent::replace);
    } else if (chance.oneIn(2)) {
      world.ask(agent.name(), new AgentStateCommand.Drain(Actor.person("user-1")));
      world.timeline().in(chance.between(5_000, 400_000), () -> resume(agent));
    } else {
      agent.drain();
    }
  }
}
