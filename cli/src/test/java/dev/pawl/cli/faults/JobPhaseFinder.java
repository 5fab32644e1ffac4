package dev.pawl.cli.faults;

import dev.pawl.cli.agents.AgentProcess;
import dev.pawl.cli.agents.FaultProxy.Way;
import dev.pawl.cli.faults.StepLedger.Attempt;
import dev.pawl.cli.faults.StepLedger.Mark;
import java.util.HashSet;
import java.util.Set;

/// Looks for the moments of one agent's jobs, in the store and in the ledger, and brings them
/// about.
record JobPhaseFinder(AgentProcess agent, ServerStoreReader told, StepLedger ledger) {

  /// What is worth asking for, so that the moment comes soon.
  static RunVariant suits(JobPhase moment) {
    return switch (moment) {
      case LEASED, IN_A_STEP -> RunVariant.TALKER;
      case STARTING -> RunVariant.GROUPED;
      case IN_A_HOOK, REPORTING -> RunVariant.HOOKED;
    };
  }

  /// Whether the moment can be made to come from here on. The end of a job waits for its log: so
  /// the way to the server is closed only once the server has that.
  boolean canPrepare(JobPhase moment) {
    return switch (moment) {
      case LEASED -> hasAFreeSlot();
      case REPORTING -> isInAHook();
      case STARTING, IN_A_STEP, IN_A_HOOK -> true;
    };
  }

  void prepare(JobPhase moment) {
    switch (moment) {
      case LEASED -> agent.proxy().stall(Way.TO_AGENT);
      case REPORTING -> agent.proxy().stall(Way.TO_SERVER);
      case STARTING, IN_A_STEP, IN_A_HOOK -> {}
    }
  }

  boolean has(JobPhase moment) {
    return switch (moment) {
      case LEASED -> hasOne("leased");
      case STARTING -> hasOne("starting");
      case IN_A_STEP -> isBetween(Mark.START, Mark.END);
      case IN_A_HOOK -> isInAHook();
      case REPORTING -> hasReported();
    };
  }

  boolean isBusy() {
    return hasOne("running");
  }

  private boolean hasOne(String state) {
    return told.inHand(agent.id()).stream().anyMatch(one -> one.state().equals(state));
  }

  private boolean hasAFreeSlot() {
    return agent.console().contains("connected to") && told.inHand(agent.id()).size() < 2;
  }

  private boolean isInAHook() {
    return isBetween(Mark.CLEANING, Mark.CLEANUP);
  }

  /// The agent has said on its console that it succeeded, and the server believes that it runs.
  private boolean hasReported() {
    String console = agent.console();
    return told.inHand(agent.id()).stream()
        .filter(one -> one.state().equals("running"))
        .map(one -> "✓ %s of run %s".formatted(one.attempt().job(), one.attempt().run()))
        .anyMatch(console::contains);
  }

  Set<Attempt> inHand() {
    Set<Attempt> attempts = new HashSet<>();
    told.inHand(agent.id()).forEach(one -> attempts.add(one.attempt()));
    return attempts;
  }

  /// The ledger has the one, and not yet the other, of something that the agent has in hand.
  private boolean isBetween(Mark from, Mark to) {
    Set<Attempt> ours = inHand();
    Set<Attempt> in = new HashSet<>();
    for (StepLedger.Line line : ledger.lines()) {
      if (line.agent().equals(agent.name()) && ours.contains(line.attempt())) {
        if (line.mark() == from) {
          in.add(line.attempt());
        } else if (line.mark() == to) {
          in.remove(line.attempt());
        }
      }
    }
    return !in.isEmpty();
  }
}
