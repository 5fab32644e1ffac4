package dev.pawl.cli.faults;

import dev.pawl.cli.agents.AgentProcess;
import dev.pawl.cli.agents.FaultProxy.Way;
import dev.pawl.cli.faults.StepLedger.Attempt;
import dev.pawl.cli.faults.StepLedger.Mark;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds an agent's jobs in a given phase, in the store and in the ledger, and brings that phase
/// about.
record JobPhaseFinder(AgentProcess agent, ServerStoreReader store, StepLedger ledger) {

  /// The places in the scripts of jobs at which [StepLedger#hold] stops them.
  static final List<String> PLACES = List.of("group", "step", "hook");

  /// The place at which a job is in this phase, if its script decides.
  static Optional<String> placeOf(JobPhase phase) {
    return switch (phase) {
      case LEASED -> Optional.empty();
      case STARTING -> Optional.of("group");
      case IN_A_STEP -> Optional.of("step");
      case IN_A_HOOK, REPORTING -> Optional.of("hook");
    };
  }

  /// The run variant that has this phase.
  static RunVariant variantFor(JobPhase moment) {
    return switch (moment) {
      case LEASED, IN_A_STEP -> RunVariant.TALKER;
      case STARTING -> RunVariant.GROUPED;
      case IN_A_HOOK, REPORTING -> RunVariant.HOOKED;
    };
  }

  /// Whether the phase can be brought about now. The end of a job waits for its log, so the
  /// connection to the server is stalled only once the log has arrived.
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
      case REPORTING -> {
        agent.proxy().stall(Way.TO_SERVER);
        ledger.release();
      }
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
    return store.inHand(agent.id()).stream().anyMatch(one -> one.state().equals(state));
  }

  private boolean hasAFreeSlot() {
    return agent.console().contains("connected to") && store.inHand(agent.id()).size() < 2;
  }

  private boolean isInAHook() {
    return isBetween(Mark.CLEANING, Mark.CLEANUP);
  }

  /// Whether the agent has printed the success of a job that is still running for the server.
  private boolean hasReported() {
    String console = agent.console();
    return store.inHand(agent.id()).stream()
        .filter(one -> one.state().equals("running"))
        .map(ServerStoreReader.InHand::attempt)
        .map(attempt ->
            "job ended: success run=%s job=%s attempt=%d "
                .formatted(attempt.run(), attempt.job(), attempt.number()))
        .anyMatch(console::contains);
  }

  Set<Attempt> inHand() {
    Set<Attempt> attempts = new HashSet<>();
    store.inHand(agent.id()).forEach(one -> attempts.add(one.attempt()));
    return attempts;
  }

  /// Whether the ledger has the first mark but not the second, for an attempt of this agent.
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
