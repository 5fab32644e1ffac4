package dev.pawl.simulation.world;

import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.AgentCommand;
import dev.pawl.protocol.FromAgent.JobCancelAck;
import dev.pawl.protocol.FromAgent.JobComplete;
import dev.pawl.protocol.FromAgent.UnderLease;
import dev.pawl.simulation.agents.SimulatedAgent;
import dev.pawl.simulation.chance.Chance;
import dev.pawl.simulation.scenario.Fault;
import dev.pawl.simulation.scenario.Work;
import java.util.List;

/// Makes things go wrong that are nobody's doing: every now and then one of those that the scenario
/// has switched on.
final class Trouble {

  private static final long MOST_QUIET = 7_200_000;
  private static final long PATIENCE = 30_000;

  private static final List<Fault> KINDS =
      List.of(
          Fault.CONNECTION_LOST,
          Fault.ONE_WAY_PARTITION,
          Fault.PARTITION,
          Fault.ORCHESTRATOR_CRASH,
          Fault.ORCHESTRATOR_PAUSE,
          Fault.CLOCK_SKEW,
          Fault.AGENT_CRASH,
          Fault.AGENT_REPLACED,
          Fault.AGENT_ZOMBIE,
          Fault.AGENT_CLOCK_STOPS,
          Fault.AGENT_SLOW,
          Fault.AGENT_DISK_FULL,
          Fault.LATE_COMPLETION,
          Fault.DUPLICATE_COMPLETION,
          Fault.WRONG_LEASE,
          Fault.IGNORES_CANCEL);

  private final World world;
  private final Chance chance;
  private final List<Fault> possible;
  private final long often;
  private long commits;
  private long quiet = 1;

  Trouble(World world, Chance chance) {
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
    return world.scenario().has(Work.DRAIN_AGENT) || world.scenario().has(Work.REVOKE_AGENT);
  }

  /// While nothing happens there is nothing to disturb.
  private void next() {
    quiet = world.pace().commits() == commits ? Math.min(quiet * 2, MOST_QUIET / often) : 1;
    commits = world.pace().commits();
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
      Fault fault = chance.oneOf(possible);
      if (world.faults().fires(fault)) {
        make(fault);
      }
    }
  }

  private void make(Fault fault) {
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
      case AGENT_ZOMBIE -> agent.freeze(chance.heavyTail(1_000, 400_000), false);
      case AGENT_CLOCK_STOPS -> agent.freeze(chance.heavyTail(1_000, 400_000), true);
      case AGENT_DISK_FULL -> agent.fillDisk(chance.heavyTail(2_000, 300_000));
      case AGENT_SLOW -> agent.slowDown(chance.between(5_000, 120_000));
      case LATE_COMPLETION, DUPLICATE_COMPLETION -> agent.repeat(one -> one);
      case WRONG_LEASE -> agent.repeat(this::underAnotherLease);
      default -> {} // the scripts of jobs see to it
    }
  }

  private UnderLease underAnotherLease(UnderLease said) {
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

  /// Asked again, because nobody may be there to hear it.
  private void resume(SimulatedAgent agent) {
    world.ask(agent.name(), new AgentCommand.Resume(Actor.person("ana")));
    if (world.shadow().agent(agent.name()).standing().isDraining()) {
      world.timeline().in(PATIENCE, () -> resume(agent));
    }
  }

  private void agentIsTaken() {
    SimulatedAgent agent = chance.oneOf(world.agents());
    boolean isRevoked =
        world.scenario().has(Work.REVOKE_AGENT) && world.agents().size() > 1 && chance.oneIn(2);
    if (isRevoked) {
      world.ask(agent.name(), new AgentCommand.Revoke(Actor.person("ana"), "not trusted any more"));
      world.timeline().in(chance.between(5_000, 400_000), agent::replace);
    } else if (chance.oneIn(2)) {
      world.ask(agent.name(), new AgentCommand.Drain(Actor.person("ana")));
      world.timeline().in(chance.between(5_000, 400_000), () -> resume(agent));
    } else {
      agent.drain();
    }
  }
}
