package dev.pawl.simulation.command;

import dev.pawl.simulation.scenario.Scenario;
import dev.pawl.simulation.world.Simulation;
import dev.pawl.simulation.world.SimulationResult;
import java.util.List;
import java.util.stream.Collectors;

/// Report of a violation: the invariant, the command that replays it, and the trace of the smallest
/// scenario that still violates it.
public final class FailureReport {

  private static final int LONGEST = 250;
  private static final int WIDEST = 240;

  public static String words(SimulationResult failed) {
    Scenario small = new ScenarioShrinker(failed, null).shrunk();
    SimulationResult again = new Simulation(small, null, true).run();
    List<String> trace = again.trace();
    String story =
        trace.subList(Math.max(0, trace.size() - LONGEST), trace.size()).stream()
            .map(line -> line.length() > WIDEST ? line.substring(0, WIDEST) + " …" : line)
            .collect(Collectors.joining("\n"));
    return """
    %s
    Replay it: %s
    Shrunk to %d runs of %d, %d agents, %d orchestrators, faults %s, work %s:
    %s
    %s
    """
        .formatted(
            failed.violation().orElseThrow(),
            failed.scenario().command(),
            small.runs() - small.left().size(),
            failed.scenario().runs(),
            small.agents(),
            small.orchestrators(),
            small.faults(),
            small.work(),
            story,
            again.violation().map(Object::toString).orElse(""));
  }

  private FailureReport() {}
}
