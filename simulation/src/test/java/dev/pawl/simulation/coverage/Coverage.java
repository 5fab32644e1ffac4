package dev.pawl.simulation.coverage;

import dev.pawl.core.engine.Transition;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.simulation.monitor.TransitionRows;
import dev.pawl.simulation.scenario.FaultKind;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Counts of what a simulation reached: rows taken, states in which invalid commands were tried,
/// faults by the states that they met.
///
/// Each simulation has one. In a full check they are added up, and a zero fails the build.
public final class Coverage {

  private final long[] rows = new long[TransitionRows.all().size()];
  private final Map<FaultKind, Map<AttemptState, Long>> faults = new EnumMap<>(FaultKind.class);
  private final SequencedMap<String, Long> facts = new TreeMap<>();
  private final Set<RunState> askedRuns = EnumSet.noneOf(RunState.class);
  private final Set<AttemptState> askedAttempts = EnumSet.noneOf(AttemptState.class);
  private final Map<AgentRestartCase, Long> homecomings = new EnumMap<>(AgentRestartCase.class);
  private long transitions;

  public void took(TransitionRows.@Nullable Row row) {
    transitions++;
    if (row != null) {
      rows[row.number()]++;
    }
  }

  public void facts(List<Transition> lines) {
    lines.forEach(line -> facts.merge(line.event(), 1L, Long::sum));
  }

  /// Every command was tried on a run in that state.
  public void asked(RunState state) {
    askedRuns.add(state);
  }

  /// Every command was tried on an attempt in that state.
  public void asked(AttemptState state) {
    askedAttempts.add(state);
  }

  /// A fault happened while an attempt was in that state.
  public void fired(FaultKind fault, AttemptState state) {
    faults
        .computeIfAbsent(fault, _ -> new EnumMap<>(AttemptState.class))
        .merge(state, 1L, Long::sum);
  }

  /// An agent restarted in that situation.
  public void cameBack(AgentRestartCase how) {
    homecomings.merge(how, 1L, Long::sum);
  }

  public long homecomings(AgentRestartCase how) {
    return homecomings.getOrDefault(how, 0L);
  }

  public void add(Coverage other) {
    for (int row = 0; row < rows.length; row++) {
      rows[row] += other.rows[row];
    }
    other.faults.forEach((fault, states) ->
        states.forEach((state, count) ->
            faults
                .computeIfAbsent(fault, _ -> new EnumMap<>(AttemptState.class))
                .merge(state, count, Long::sum)));
    other.facts.forEach((fact, count) -> facts.merge(fact, count, Long::sum));
    other.homecomings.forEach((how, count) -> homecomings.merge(how, count, Long::sum));
    askedRuns.addAll(other.askedRuns);
    askedAttempts.addAll(other.askedAttempts);
    transitions += other.transitions;
  }

  public long transitions() {
    return transitions;
  }

  public long taken(TransitionRows.Row row) {
    return rows[row.number()];
  }

  public long fires(FaultKind fault, AttemptState state) {
    return faults.getOrDefault(fault, Map.of()).getOrDefault(state, 0L);
  }

  public boolean wasAsked(RunState state) {
    return askedRuns.contains(state);
  }

  public boolean wasAsked(AttemptState state) {
    return askedAttempts.contains(state);
  }
}
