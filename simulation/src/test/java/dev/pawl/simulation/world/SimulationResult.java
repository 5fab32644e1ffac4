package dev.pawl.simulation.world;

import dev.pawl.simulation.coverage.Coverage;
import dev.pawl.simulation.monitor.Violation;
import dev.pawl.simulation.scenario.FaultKind;
import dev.pawl.simulation.scenario.Scenario;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Result of one simulation.
///
/// @param faults how often each kind fired
/// @param mutable how many faults there were that could be left out
/// @param journal a hash of all journals: the same for the same scenario
public record SimulationResult(
    Scenario scenario,
    Optional<Violation> violation,
    int runs,
    long virtualMillis,
    boolean isFinished,
    Map<FaultKind, Long> faults,
    int mutable,
    Coverage coverage,
    String journal,
    List<String> trace) {}
